import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { NOTHING } from '../../common/varying.js';
import { Mask } from '../../gateway/replay/mask.js';
import { compareAttempts } from './compare.js';
import { readSide, type Side } from './side.js';

/** The evidence of two sessions: what the first left, what the second said and left. */
function attempt(left: string, said: string): Promise<Side> {
  const dir = temporaryDirectory();
  const write = (name: string, value: unknown): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), typeof value === 'string' ? value : JSON.stringify(value));
  };
  const event = (seq: number, session: number, text: string): string => `${JSON.stringify({ seq, time: '2026-01-01T00:00:00.000Z', session, source: 'agent', type: 'message', result: text })}\n`;
  write('trace.jsonl', event(1, 1, 'noted') + event(2, 2, said));
  const change = (path: string): object => ({ path, kind: 'created', after: { type: 'file', mode: '0644', uid: 1000, gid: 1000, size: 4, sha256: left } });
  for (const session of [1, 2]) write(`session-${String(session)}/initial.json`, { entries: [] });
  write('session-1/changes/home/changes.json', { root: '/home/dev', changes: [change('/home/dev/notes.md')] });
  write('changes/workspace/changes.json', { root: '/home/projects/app', changes: [change('/home/projects/app/out.md')] });
  return readSide(dir);
}

test('what a session left comes before the steps of the session that was given it, so the first difference is where it began', async () => {
  const { divergences } = compareAttempts(await attempt('aa', 'csv'), await attempt('bb', 'csw'), new Mask(NOTHING), NOTHING, 'content');
  expect(divergences.map(({ kind, session, where }) => [kind, session, where])).toEqual([
    ['file-change', 1, '/home/dev/notes.md'],
    ['message', 2, expect.stringContaining('event 2') as string],
    ['file-change', 2, '/home/projects/app/out.md'],
  ]);
});
