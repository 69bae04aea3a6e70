import { expect, test } from 'vitest';
import { formsOf } from './inflections.js';
import { factIn, problemOf } from './problems.js';
import { loadBattery } from './load.js';

test.each([
  ['refund', ['refund', 'refunds', 'refundes', 'refunded', 'refunding']],
  ['policy', ['policy', 'policys', 'policyes', 'policies', 'policied', 'policying']],
  ['invoices', ['invoices', 'invoice']],
  ['matches', ['match']],
  ['27 August', ['27 August', '27 Augusts']],
  ['close', ['closes', 'closed', 'closing']],
])('%s is said as well by %s', (value, forms) => {
  expect(formsOf(value)).toEqual(expect.arrayContaining(forms));
});

test('short words, numbers and words that only end like a plural or a participle have no others', () => {
  expect([formsOf('EUR'), formsOf('4120'), formsOf('14 days ago')]).toEqual([['EUR'], ['4120'], ['14 days ago']]);
  for (const [value, other] of [['status', 'statu'], ['glass', 'glas'], ['booking', 'book'], ['August', 'Augu']]) expect(formsOf(value ?? '')).not.toContain(other);
});

test('a distraction or an adaptation that says a value in another form is found', async () => {
  const [task] = (await loadBattery('core-v1', { quarter: '2026-Q4', only: ['owner-moved-midway'] })).tasks;
  if (task === undefined) throw new Error('core-v1 has no such task');
  const queue = String((task.checks.find(({ id }) => id === 'queue-file')?.settings['right'] as string[])[0]);
  expect(problemOf(task)).toBeUndefined();
  expect(problemOf({ ...task, distractions: [`All ${queue}s of the week.`] })?.message).toBe(`a generated distraction says \`${queue}\` too; choose another value`);
  expect(factIn(task, `Two ${queue}s.`)).toBe(queue);
});
