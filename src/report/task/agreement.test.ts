import { expect, test } from 'vitest';
import { isOdd, pointsOf } from './agreement.js';

const gave = (text: string, right = false): { right: boolean; text: string; key: string } => ({ right, text, key: `${String(right)} ${text}` });
const run = (cells: Record<string, string>): Map<string, ReturnType<typeof gave>> => new Map(Object.entries(cells).map(([id, text]) => [id, gave(text)]));

test('runs agree on what all of them gave; of what they do not, the ones that differ from most are odd', () => {
  const [same, other, missing] = pointsOf([run({ a: 'x', b: 'x', c: 'x' }), run({ a: 'x', b: 'y', c: 'x' }), run({ a: 'x', b: 'x' })]);
  expect(same).toMatchObject({ id: 'a', agrees: true, common: { text: 'x' } });
  expect(other?.agrees).toBe(false);
  expect(other?.cells.map((cell) => isOdd(cell, other))).toEqual([false, true, false]);
  expect(missing?.cells.map((cell) => isOdd(cell, missing))).toEqual([false, false, true]);
});

test('of equally many, the first is taken for the rule; no run, no point', () => {
  const [point] = pointsOf([run({ a: 'x' }), run({ a: 'y' })]);
  expect(point?.cells.map((cell) => isOdd(cell, point))).toEqual([false, true]);
  expect(pointsOf([])).toEqual([]);
});
