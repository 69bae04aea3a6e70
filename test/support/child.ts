import { execa } from 'execa';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { register } from './test-run.js';

const launch = (program: readonly string[], cwd: string) => execa(process.execPath, program, { reject: false, buffer: false, stderr: 'inherit', cwd });

export type Child = ReturnType<typeof launch>;

/** Starts a module of test/children in a process of its own; it is dead when the test is over. */
export function startChild(module: string, parameters: readonly string[]): Child {
  const folder = join(import.meta.dirname, '..');
  const program = [join(folder, 'support/run-typescript.mjs'), join(folder, 'children', module), ...parameters];
  const child = launch(program, join(folder, '..'));
  register(child.pid);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await child;
  });
  return child;
}

/** The next line of a child's standard output, from an iterator over it. */
export async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next();
  if (done) throw new Error('the child ended');
  return value as string;
}
