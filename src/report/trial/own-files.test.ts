import { expect, test } from 'vitest';
import type { AttributedChange } from '../../trial/attribution/file.js';
import { isOwnFile } from './own-files.js';

const of = (stateClass: AttributedChange['class'], how?: 'argument' | 'command' | 'window'): Pick<AttributedChange, 'class' | 'call'> => ({ class: stateClass, call: how === undefined ? null : { seq: 1, name: 'shell', how } });

test.each<[boolean, string, 'home' | 'workspace' | 'other', ReturnType<typeof of> | undefined]>([
  [true, '/home/dev/.x/sessions/1.jsonl', 'home', of('history')],
  [true, '/home/dev/.x/skills/a.md', 'home', of('cache', 'window')],
  [false, '/home/dev/.x/config.toml', 'home', of('config', 'argument')],
  [false, '/home/dev/.x/memories/notes.md', 'home', of('memory')],
  [true, '/home/dev/.x/memories/.git/HEAD', 'home', of('memory', 'command')],
  [true, '/home/dev/.x/memories_1.sqlite-wal', 'home', of('memory')],
  [false, '/home/dev/.x/unknown', 'home', of(null)],
  [false, '/home/dev/.x/unknown', 'home', undefined],
  [true, '/home/projects/app/.git/index', 'workspace', of('workspace', 'command')],
  [false, '/home/projects/app/app.sqlite', 'workspace', of('workspace')],
  [false, '/home/projects/app/.gitignore', 'workspace', of('workspace')],
])('own file of the program: %s for %s in %s', (expected, path, root, change) => {
  expect(isOwnFile(path, root, change)).toBe(expected);
});
