import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Keeps the log of a build that failed; gives its path. One per image: the next failure replaces it. */
export async function keepLog(name: string, lines: readonly string[]): Promise<string> {
  const directory = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'cleanslate', 'images');
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${name}.log`);
  await writeFileAtomic(path, `${lines.join('\n')}\n`);
  return path;
}
