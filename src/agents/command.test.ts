import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync } from 'tmp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome, Places } from './adapter.js';
import { findAdapter } from './registry.js';

let root: ReturnType<typeof dirSync>;
let places: Places;
beforeEach(() => {
  root = dirSync({ prefix: 'command-', unsafeCleanup: true });
  places = { home: join(root.name, 'home'), workspace: join(root.name, 'work'), programs: join(root.name, 'opt'), inside: (path) => path };
  for (const folder of [places.home, places.workspace]) mkdirSync(folder);
});
afterEach(() => { root.removeCallback(); });

/** Runs a command block for real, and gives what the adapter makes of it. */
async function run(command: object, prompt = 'What now?'): Promise<{ answer: string | null; signals: string[]; stdout: string }> {
  const adapter = findAdapter({ agent: 'command', command });
  const { argv, env, stdin } = adapter.command({ prompt, number: 1, model: null }, places);
  const [program = '', ...rest] = argv;
  const child = spawnSync(program, rest, { cwd: places.workspace, env: { PATH: process.env['PATH'] ?? '', ...env }, input: stdin ?? '' });
  const file = (path: string): Promise<Uint8Array | undefined> => {
    const real = path.startsWith('~/') ? join(places.home, path.slice(2)) : join(places.workspace, path);
    return Promise.resolve(existsSync(real) ? readFileSync(real) : undefined);
  };
  const outcome: Outcome = { exit_code: child.status, stdout: child.stdout, events: [], file };
  return { answer: await adapter.answer(outcome), signals: adapter.classify(outcome).map(({ blame, kind }) => `${blame} ${kind}`), stdout: child.stdout.toString() };
}

const hard = 'a "b" $(c) `d` $& {prompt_file}\n-- é';

test.each([
  ['as the last argument', { argv: ['printf', '%s'] }],
  ['in the place of {prompt}', { argv: ['printf', '%s', '{prompt}'], prompt: 'argument' }],
  ['on standard input', { argv: ['cat'], prompt: 'stdin' }],
  ['in a file of the workspace', { argv: ['cat', '{prompt_file}'], prompt: 'file:deep/er/task.md' }],
  ['in a file of the home', { argv: ['cat', '{prompt_file}'], prompt: 'file:~/task.md' }],
])('the prompt arrives byte for byte %s', async (_, command) => {
  expect(await run(command, hard)).toEqual({ answer: hard, signals: [], stdout: hard });
});

test('a prompt file is written anew for each turn, and standard input is then empty', async () => {
  const command = { argv: ['sh', '-c', 'cat; cat task.md'], prompt: 'file:task.md' };
  await run(command, 'first and longer');
  expect((await run(command, 'second')).answer).toBe('second');
});

test('a prompt longer than an argument can be is refused with a way out', async () => {
  await expect(run({ argv: ['true'] }, 'x'.repeat(131_072))).rejects.toThrow(/longer than an argument can be/);
  expect((await run({ argv: ['wc', '-c'], prompt: 'stdin' }, 'x'.repeat(131_072))).stdout.trim()).toBe('131072');
});

test('the environment is what the block says', async () => {
  expect((await run({ argv: ['sh', '-c', 'printf %s "$QUIET"'], env: { QUIET: 'very' } })).answer).toBe('very');
});

test('the answer comes from a file, in the workspace or home', async () => {
  expect((await run({ argv: ['sh', '-c', 'echo noise; printf mine >out.json'], answer: 'file:out.json' })).answer).toBe('mine');
  expect((await run({ argv: ['sh', '-c', `printf ours >${places.home}/out.json`], answer: 'file:~/out.json' })).answer).toBe('ours');
  expect((await run({ argv: ['true'], answer: 'file:nowhere.json' })).answer).toBeNull();
});

test('the answer is the last JSON object with answers', async () => {
  const text = 'Thinking {"a":1}\n{"answers":{"q":{"value":"old"}}}\nSo:\n{"answers":{"q":{"value":"new"}}}\nDone.';
  expect((await run({ argv: ['printf', '%s', text, '--'], prompt: 'stdin', answer: 'json' })).answer).toBe('{"answers":{"q":{"value":"new"}}}');
});

test('a program that says nothing has no answer', async () => {
  expect(await run({ argv: ['echo'], prompt: 'stdin' })).toMatchObject({ answer: null, signals: [] });
});

test('one bad byte does not cost the answer', async () => {
  expect((await run({ argv: ['printf', 'a\\377b'], prompt: 'stdin' })).answer).toBe('a\uFFFDb');
});

test('failures say whose they are', async () => {
  expect((await run({ argv: ['sh', '-c', 'exit 3'], prompt: 'stdin' })).signals).toEqual(['agent exit-code']);
  expect((await run({ argv: ['no-such-program'], prompt: 'file:task.md' })).signals).toEqual(['harness program-missing']);
});

test('every line of output is a message, and what cannot be known is declared', () => {
  const adapter = findAdapter({ agent: 'command', command: { argv: ['a'], version: 2, image: 'mine', state: [{ pattern: '~/.a/history', class: 'history' }] } });
  expect(adapter.parse('{"type":"tool"}')).toEqual([{ type: 'message', result: '{"type":"tool"}' }]);
  expect(adapter).toMatchObject({ version: '2', image: 'mine', control: false, knows: { state: false, tools: false }, state: [{ pattern: '~/.a/history', class: 'history' }] });
});
