import { expect, test } from 'vitest';
import { LiveTable } from './live-table.js';

const slots = (configuration: string, count: number, done = 0): { trial: string; configuration: string; done: boolean }[] =>
  Array.from({ length: count }, (_, index) => ({ trial: `${configuration}.short.handoff.run-${String(index + 1)}`, configuration, done: index < done }));
const WIDE = { columns: 120, rows: 40 };

test('what each configuration has done, what runs, the rate, and the time left', () => {
  const table = new LiveTable(0);
  table.planned([...slots('oracle', 3, 1), ...slots('stale', 2)]);
  table.started('oracle.short.handoff.run-2', 1, 0);
  table.started('stale.short.handoff.run-1', 1, 0);
  table.finished({ trial: 'oracle.short.handoff.run-2', valid: true, final: true }, 6000);
  table.finished({ trial: 'stale.short.handoff.run-1', valid: false, final: false }, 6000);
  table.started('stale.short.handoff.run-1', 2, 10_000);
  expect(table.text(12_000, WIDE)).toBe(`${[
    'Configuration  Done  Running  Invalid  Mean time',
    'oracle          2/3        0        0        6 s',
    'stale           0/2        1        1        6 s',
    '  stale.short.handoff.run-1 attempt 2  2 s',
    '2 of 5 trials done, 1 invalid attempt, 5.0 trials a minute, about 36 s left',
  ].join('\n')}`);
});

test('what an earlier run did counts as done and says nothing about the rate', () => {
  const table = new LiveTable(0);
  table.planned(slots('oracle', 100, 90));
  expect(table.text(60_000, WIDE)).toContain('90 of 100 trials done, 0 invalid attempts');
  expect(table.text(60_000, WIDE)).not.toContain('left');
});

test('it never needs more lines or columns than there are, and says how much it leaves out', () => {
  const table = new LiveTable(0);
  const configurations = Array.from({ length: 60 }, (_, index) => `configuration-with-a-long-name-${String(index)}`);
  table.planned(configurations.flatMap((id) => slots(id, 2)));
  for (const id of configurations) table.started(`${id}.short.handoff.run-1`, 1, 0);
  const lines = table.text(1000, { columns: 40, rows: 16 }).split('\n');
  expect(lines.length).toBeLessThanOrEqual(14);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(40);
  expect(lines.filter((line) => /and \d+ more/.test(line))).toHaveLength(2);
  expect(lines.at(-1)).toContain('0 of 120 trials done');
});
