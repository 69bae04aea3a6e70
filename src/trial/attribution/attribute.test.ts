import { expect, test } from 'vitest';
import { codex } from '../../agents/codex.js';
import type { TraceEvent } from '../../trace/events.js';
import { attribute } from './attribute.js';
import { attributionSchema } from './file.js';

const APP = '/home/projects/app';
let seq = 0;
const event = (more: Partial<TraceEvent>): TraceEvent => ({ seq: ++seq, time: '2026-01-01T00:00:00.000Z', session: 1, source: 'agent', type: 'tool.call', ...more });
const call = (call_id: string, name: string, given: unknown): TraceEvent => event({ call_id, name, arguments: given });
const result = (call_id: string): TraceEvent => event({ type: 'tool.result', call_id });
const seen = (path: string): TraceEvent => event({ type: 'file.change', source: 'files', name: path });

function made(path: string, events: TraceEvent[], more: { from?: string; session?: number } = {}): unknown {
  const attribution = attribute([{ session: more.session ?? 1, changes: [{ path, kind: 'created', ...(more.from !== undefined && { from: more.from }) }] }], events, codex);
  expect(attributionSchema.parse(attribution)).toEqual(attribution);
  const { call: one } = attribution.changes[0] ?? {};
  return one ? `${one.name} ${one.how}` : null;
}

test.each<[string, string, unknown, string, string | null]>([
  ['a path argument', 'Write', { file_path: `${APP}/a.md`, content: 'x' }, `${APP}/a.md`, 'Write argument'],
  ['a relative one', 'write_file', { path: 'notes/a.md' }, `${APP}/notes/a.md`, 'write_file argument'],
  ['a folder that a written file needs', 'write_file', { path: 'notes/a.md' }, `${APP}/notes`, 'write_file argument'],
  ['a file in the home', 'Edit', { file_path: '~/.codex/memories/m.md' }, '/home/dev/.codex/memories/m.md', 'Edit argument'],
  ['the files of a change', 'file_change', { changes: [{ path: `${APP}/a.md`, kind: 'add' }, { path: `${APP}/b.md` }] }, `${APP}/b.md`, 'file_change argument'],
  ['a patch', 'apply_patch', { input: '*** Begin Patch\n*** Update File: src/x.ts\n' }, `${APP}/src/x.ts`, 'apply_patch argument'],
  ['a redirection', 'command_execution', { command: "bash -lc 'echo hi > out.txt'" }, `${APP}/out.txt`, 'command_execution command'],
  ['a command as words', 'shell', { command: ['touch', 'a.md'] }, `${APP}/a.md`, 'shell command'],
  ['after cd', 'command_execution', { command: 'cd sub && touch x' }, `${APP}/sub/x`, 'command_execution command'],
  ['below a folder that a command names', 'command_execution', { command: 'rm -rf build' }, `${APP}/build/a/b`, 'command_execution command'],
  ['by the home\'s variable', 'command_execution', { command: 'echo x >> $HOME/notes.md' }, '/home/dev/notes.md', 'command_execution command'],
  ['a command that only reads', 'command_execution', { command: 'cat a.md' }, `${APP}/a.md`, null],
  ['a tool that only reads', 'Read', { file_path: `${APP}/a.md` }, `${APP}/a.md`, null],
  ['a command about everything', 'command_execution', { command: `cp -r . ${APP}` }, `${APP}/z`, null],
])('%s', (_, name, given, path, expected) => {
  expect(made(path, [call('1', name, given), result('1')])).toBe(expected);
});

test('what changed while one call alone was under way is taken for its', () => {
  const path = `${APP}/made-by-a-program`;
  expect(made(path, [call('1', 'command_execution', { command: './run' }), seen(path), result('1')])).toBe('command_execution window');
  expect(made(path, [call('1', 'command_execution', { command: './run' }), result('1'), seen(path)])).toBeNull();
  expect(made(path, [call('1', 'a', {}), call('2', 'b', {}), seen(path), result('1'), result('2')])).toBeNull();
});

test('of several calls the last one made what is left; a rename is found by either name; sessions are apart', () => {
  const path = `${APP}/a.md`;
  expect(made(path, [call('1', 'Write', { file_path: path }), result('1'), call('2', 'Edit', { file_path: path }), result('2')])).toBe('Edit argument');
  expect(made(path, [call('1', 'command_execution', { command: 'mv old.md "$name"' }), result('1')], { from: `${APP}/old.md` })).toBe('command_execution command');
  expect(made(path, [call('1', 'Write', { file_path: path })], { session: 2 })).toBeNull();
});

test('every change has its state class, and what no call made is counted', () => {
  const changes = ['/home/dev/.codex/sessions/x.jsonl', '/home/dev/.codex/memories/m.md', '/home/dev/other', `${APP}/a.md`].map((path) => ({ path, kind: 'created' }));
  const { unattributed, changes: told } = attribute([{ session: 1, changes }], [], codex);
  expect(told.map((one) => one.class)).toEqual(['history', 'memory', null, 'workspace']);
  expect(unattributed).toBe(4);
});
