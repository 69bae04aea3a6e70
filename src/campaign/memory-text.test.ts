import { expect, test } from 'vitest';
import { patchOf } from '../trace/patches.js';
import type { Attribution } from '../trial/attribution/file.js';
import { memoryChanges, memoryLines, withoutDiff } from './memory-text.js';

test('what went into the memory is shown with its diff and its call, and nothing else is', () => {
  const path = '/home/dev/.codex/memories/notes.md';
  const call = { seq: 7, name: 'Write', how: 'argument' as const };
  const attribution: Attribution = {
    calls_seen: true,
    unattributed: 1,
    changes: [
      { session: 1, path, kind: 'created', class: 'memory', call },
      { session: 1, path: '/home/dev/.codex/log', kind: 'created', class: 'history', call: null },
      { session: 2, path, kind: 'deleted', class: 'memory', call: null },
    ],
  };
  const patch = patchOf({ name: '.codex/memories/notes.md', after: { text: 'of notes\n\u001b[2J', mode: '0644' } });
  const changes = memoryChanges(attribution, (session) => (session === 1 ? { patch } : {}));
  expect(changes).toMatchObject([{ session: 1, path, call, patch: expect.stringContaining('+of notes') as string }, { session: 2, kind: 'deleted' }]);
  const text = memoryLines(changes).join('\n');
  expect(text).toContain(`created       ${path} (session 1, by Write, event 7)`);
  expect(text).toContain('(session 2, by no tool call)');
  expect(text).not.toContain('.codex/log');
  expect(text).not.toContain('\u001b');
});

test('a change that no diff shows says where its bytes are, or why they are not kept', () => {
  expect(withoutDiff({ blob: 'ab'.repeat(32) })).toBe(', not as text: blobs/abababababab…');
  expect(withoutDiff({ omitted: 'hash_file_bytes' })).toBe(', its bytes are not kept (hash_file_bytes)');
  expect(withoutDiff({})).toBe('');
});
