import { describe, expect, test } from 'vitest';
import { loadBattery } from './load.js';
import { unproven } from './prove.js';

const QUARTERS = ['2026-Q3', '2026-Q4', '2027-Q1'];
const batteries = await Promise.all(QUARTERS.map((quarter) => loadBattery('core-v1', { quarter })));

describe.each(batteries.flatMap(({ tasks }, at) => tasks.map((task) => [QUARTERS[at], task.id, task] as const)))('%s %s', (_quarter, _id, task) => {
  test('is proven both ways, and its points tell apart', () => {
    expect(unproven(task)).toEqual([]);
  });
});
