import { expect, test } from 'vitest';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { laidBefore, type TaskSession } from '../../protocol/battery/task.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import { layingFor } from './laid.js';
import { tarState } from './tar-state.js';

const session = (files: Record<string, string | null>): TaskSession => ({ files: new Map(Object.entries(files)), turns: ['go on'] });
const SESSIONS = [session({ 'README.md': 'one' }), session({ 'docs/plan.md': 'second', 'old.md': null }), session({ 'docs/plan.md': 'third' })];
const at = (path: string): string => `${WORKSPACE}/${path}`;

const paths = async (session: number, declared: boolean): Promise<string[]> => {
  const { tar } = await layingFor(laidBefore(SESSIONS, session), () => declared);
  return tar === undefined ? [] : (await tarState(await buffer(Readable.from([tar])))).entries.filter(({ type }) => type === 'file').map(({ path }) => path);
};

test('a session that lays nothing of its own leaves declared state alone, and cleared state as its task has it by then', async () => {
  const four = [...SESSIONS, session({})];
  expect((await layingFor(laidBefore(four, 4), () => true)).tar).toBeUndefined();
  const cleared = await layingFor(laidBefore(four, 4), () => false);
  expect(cleared.removes(at('old.md'))).toBe(true);
  expect((await tarState(cleared.tar ?? Buffer.alloc(0))).entries.map(({ path }) => path)).toContain(at('docs/plan.md'));
});

test('what the session itself lays comes over whatever was left, and takes the way to it', async () => {
  expect(await paths(2, true)).toEqual([at('docs/plan.md')]);
  const laying = await layingFor(laidBefore(SESSIONS, 2), () => true);
  expect(laying.replaces(at('docs/plan.md'))).toBe(true);
  expect(laying.replaces(at('old.md'))).toBe(true);
  expect(laying.removes(at('old.md'))).toBe(true);
  expect(laying.replaces(at('docs'), 'file'), 'a file where a folder is needed').toBe(true);
  expect(laying.replaces(at('docs'), 'directory')).toBe(false);
  expect(laying.replaces(at('docs/plan.md/x'), 'file'), 'a file below what becomes one').toBe(true);
  expect(laying.replaces(at('docs/other.md'), 'file')).toBe(false);
});
