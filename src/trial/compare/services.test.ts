import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { NOTHING } from '../../common/varying.js';
import { Mask } from '../../gateway/replay/mask.js';
import { compareAttempts } from './compare.js';
import { readSide, type Side } from './side.js';

/** The evidence of an attempt whose service answered this and wrote a file with this digest. */
function attempt(answer: string, written: string): Promise<Side> {
  const dir = temporaryDirectory();
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  const event = (seq: number, more: object): string => `${JSON.stringify({ seq, time: '2026-01-01T00:00:00.000Z', session: 1, source: 'service', name: 'memory', ...more })}\n`;
  write('trace.jsonl', event(1, { type: 'service.request', arguments: { method: 'tools/call', tool: 'read' } }) + event(2, { type: 'service.response', result: { text: answer } }));
  const after = { type: 'file', mode: '0644', uid: 1000, gid: 1000, size: 4, sha256: written };
  write('session-1/services/memory/changes/home/changes.json', JSON.stringify({ root: '/home/dev', changes: [{ path: '/home/dev/memory.jsonl', kind: 'created', after }] }));
  return readSide(dir);
}

const compared = async (a: Promise<Side>, b: Promise<Side>): Promise<string[]> =>
  compareAttempts(await a, await b, new Mask(NOTHING), NOTHING, 'content').divergences.map(({ kind, where }) => `${kind} ${where}`);

test('what a service answered and what it wrote is compared, under its name', async () => {
  expect(await compared(attempt('csv', 'aa'), attempt('csv', 'aa'))).toEqual([]);
  expect(await compared(attempt('csv', 'aa'), attempt('xml', 'bb'))).toEqual(['service-response event 2 memory at /result/text', 'file-change memory:/home/dev/memory.jsonl']);
});
