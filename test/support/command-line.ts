import { main } from '../../src/cli/main.js';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command line in this process and takes what it prints. */
export async function cleanslate(...parameters: string[]): Promise<Ran> {
  const taken = { stdout: '', stderr: '' };
  const restore = (['stdout', 'stderr'] as const).map((name) => {
    const write = process[name].write;
    process[name].write = ((text: string | Uint8Array) => {
      taken[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      return true;
    }) as typeof write;
    return () => void (process[name].write = write);
  });
  const before = process.exitCode;
  const listeners = process.stdout.listeners('error');
  try {
    process.exitCode = undefined;
    const code = await main(['node', 'cleanslate', ...parameters]);
    return { code, ...taken };
  } finally {
    process.exitCode = before;
    for (const added of process.stdout.listeners('error')) if (!listeners.includes(added)) process.stdout.off('error', added as () => void);
    for (const undo of restore) undo();
  }
}
