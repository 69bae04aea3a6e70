import { plainOutput } from './output.js';

export interface Listed {
  /** Relative to the working directory. */
  path: string;
  /** Bytes and line breaks; null where the tool did not say. */
  bytes: number | null;
  lines: number | null;
}

/** Lists every file below the working directory with its lines and bytes. POSIX only, so that any image can run it. */
export const LIST_COMMAND =
  "pwd && find . -type d \\( -name .git -o -name node_modules \\) -prune -o -type f -exec wc -lc {} + | LC_ALL=C sort -k3 | head -n 3000";

const COUNTED = /^\s*(\d+)\s+(\d+)\s+\.\/(.+)$/;

/** The files in the output of `LIST_COMMAND`. */
export function listedFiles(output: string): Listed[] {
  return plainOutput(output)
    .split('\n')
    .map((line) => COUNTED.exec(line.trimEnd()))
    .filter((match) => match !== null)
    .map(([, lines, bytes, path]) => ({ path: path ?? '', lines: Number(lines), bytes: Number(bytes) }));
}

/** Paths in the output of a tool that lists files some way of its own. */
export function globbedFiles(output: string, cwd: string | null): Listed[] {
  const paths = plainOutput(output)
    .split('\n')
    .map((line) => line.trim().replace(/^[-*] /, ''))
    .filter((line) => /^[^\s:<>|"]+(?: [^\s:<>|"]+)*\.\w{1,8}$/.test(line))
    .map((path) => (cwd !== null && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path.replace(/^\.\//, '')));
  return [...new Set(paths)].sort().map((path) => ({ path, bytes: null, lines: null }));
}
