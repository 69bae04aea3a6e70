import { expect, test } from 'vitest';
import { byRow, partsOf, rowKey, trialId } from './trial-id.js';

test('a trial id is read as it was made', () => {
  const parts = { configuration: 'codex-reader', task: 'short', profile: 'handoff-sentences', run: 12 };
  expect(partsOf(trialId(parts))).toEqual(parts);
});

test('what is no trial id has no parts but its first', () => {
  expect(partsOf('nobody')).toEqual({ configuration: 'nobody', task: '', profile: '', run: NaN });
});

test('rows are sorted, and their lines stay in their order', () => {
  const line = (configuration: string, run: number) => ({ configuration, task: 'short', profile: 'handoff', run });
  const rows = byRow([line('b', 2), line('a', 1), line('b', 1)]);
  expect(rows.map((lines) => [rowKey(lines[0]), lines.map(({ run }) => run)])).toEqual([['a.short.handoff', [1]], ['b.short.handoff', [2, 1]]]);
});
