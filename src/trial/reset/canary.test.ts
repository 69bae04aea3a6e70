import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CANARY_PREFIX, canaryIn, canaryInFile, newCanary } from './canary.js';

const ORIGIN = { attempt: 'index/codex.short.handoff.run-3/attempt-2', session: 1, class: 'memory' };
const PLACE = 'index/codex.short.handoff.run-3/attempt-2/session-1/memory';

test('a canary names where it was left, wherever it shows up, and no two are the same', () => {
  const nonce = newCanary(ORIGIN);
  expect(canaryIn(nonce)).toBe(PLACE);
  expect(canaryIn(JSON.stringify({ text: `before\n${nonce}\nafter` }))).toBe(PLACE);
  expect(canaryIn(Buffer.from(`\0\xff${nonce}`, 'latin1'))).toBe(PLACE);
  expect(newCanary(ORIGIN)).not.toBe(nonce);
});

test('its beginning alone is found too', () => {
  expect(canaryIn(`cut: ${CANARY_PREFIX}:00`)).toContain('does not name');
  expect(canaryIn('canary islands')).toBeUndefined();
});

test.each([0, 1, (1 << 20) - 20, (1 << 20) + 1, 3 << 20])('it is found in a file, also across two pieces of it: %i bytes before it', async (before) => {
  const file = join(tmpdir(), `canary-test-${String(process.pid)}-${String(before)}`);
  onTestFinished(() => { rmSync(file, { force: true }); });
  writeFileSync(file, `${'x'.repeat(before)}${newCanary(ORIGIN)}\n${'y'.repeat(before)}`);
  expect(await canaryInFile(file)).toBe(PLACE);
});

test('a file that is not there has none', async () => {
  expect(await canaryInFile(join(tmpdir(), 'nowhere', 'at all'))).toBeUndefined();
});
