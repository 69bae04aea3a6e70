import { describe, expect, test } from 'vitest';
import { CATEGORIES } from './schema.js';
import { scoreChecklist } from '../../scoring/checklist/check.js';
import { evidenceOf, scriptOf } from './examples.js';
import { loadBattery } from './load.js';
import { unproven } from './prove.js';
import { probeOf } from './task.js';
import { asVariant, variantOf } from './variants.js';

const QUARTERS = ['2026-Q3', '2026-Q4', '2027-Q1'];
const batteries = await Promise.all(QUARTERS.map((quarter) => loadBattery('core-v1', { quarter })));
const [{ tasks } = { tasks: [] }] = batteries;

describe.each(batteries.flatMap(({ tasks }, at) => tasks.map((task) => [QUARTERS[at], task.id, task] as const)))('%s %s', (_quarter, _id, task) => {
  test('is proven both ways, and its points tell apart', () => {
    expect(unproven(task)).toEqual([]);
  });

  test('reads like ordinary work', () => {
    const shown = task.sessions.flatMap(({ files, turns }) => [...turns, ...[...files].flat()]).join('\n');
    expect(/\b(?:benchmark\w*|evaluat\w+|tests?|testing|tested|trial|score[ds]?|scoring|memory|forget\w*|remember\w*|recall\w*)\b/i.exec(shown.replaceAll('after the recall', ''))?.[0]).toBeUndefined();
    expect(shown).not.toContain('{{');
  });

  test('has a ceiling in one turn that holds the facts, and a floor without the files that they stand in', () => {
    const [ceiling, ...none] = variantOf(task, 'ceiling');
    const [floor] = variantOf(task, 'floor');
    expect(none).toEqual([]);
    expect(floor?.turns).toEqual([probeOf(task)]);
    const flat = (text = ''): string => text.replaceAll(/\s+/g, ' ');
    for (const { stands } of Object.values(task.facts)) {
      if (typeof stands === 'string') continue;
      expect(flat(ceiling?.turns[0])).toContain(flat(stands.text));
      if ('file' in stands) expect(floor?.files.has(stands.file)).toBe(false);
    }
  });
});

test.each(tasks.map((task) => [task.id, task] as const))('%s is solved where everything is in the prompt, and not where nothing is', (_id, task) => {
  const points = (profile: string, example: string): number => scoreChecklist(task.checks, evidenceOf(asVariant(task, profile), scriptOf(task, example))).points;
  expect({ ceiling: points('ceiling', 'right'), full: points('full', 'right') }).toEqual({ ceiling: 0, full: 0 });
  expect(points('floor', 'absent')).toBeGreaterThan(1);
});

test.each(CATEGORIES)('%s has eight tasks, of eight different cases', (category) => {
  const of = tasks.filter((task) => task.category === category);
  expect(of).toHaveLength(8);
  expect(new Set(of.map((task) => task.case)).size).toBe(8);
});

test('all three settings are used', () => {
  expect(new Set(tasks.map(({ setting }) => setting))).toEqual(new Set(['near', 'middle', 'far']));
});
