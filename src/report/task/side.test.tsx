import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { trialId } from '../../campaign/trial-id.js';
import type { TrialRow } from '../model/trial-rows.js';
import { allAgree, comparedRuns } from './compared-runs.js';
import { Agreeing, Differing } from './side.js';

const row = (configuration: string, run: number, more: Partial<TrialRow> = {}): TrialRow => {
  const parts = { configuration, task: 't', profile: 'p', run };
  return { ...parts, trial: trialId(parts), state: 'valid', attempts: 1, verdict: '', category: null, invalid: 0, outcome: { passed: false, context_characters: null, grounded: 1, questions: 2 }, stages: [], duration_ms: 1, ...more };
};
const gave = (text: string): { right: boolean; text: string; key: string } => ({ right: false, text, key: text });
const details = (rows: readonly TrialRow[], database: (run: number) => string): Map<string, Map<string, ReturnType<typeof gave>>> =>
  new Map(rows.map((one) => [one.trial, new Map([['database', gave(database(one.run))], ['format', gave('csv')]])]));
const runs = (configuration: string, count = 5): TrialRow[] => Array.from({ length: count }, (_, at) => row(configuration, at + 1));

test('one run of five that gave something else: it is named, its cells stand out, and what all gave is folded away', () => {
  const rows = [...runs('a').slice(0, 4), row('a', 5)];
  const side = comparedRuns('a', rows, details(rows, (run) => (run === 3 ? 'mysql' : 'sqlite')));
  expect(side).toMatchObject({ agree: false, odd: [{ run: 3 }] });
  const html = renderToString(<Differing side={side} fold="p.a" />);
  expect(html).toContain('run 3 differs from the other 4');
  expect(html.match(/<td class="odd">/g)).toHaveLength(2);
  expect(html).toMatch(/<details data-fold="p\.a\.same"><summary>1 of 2 more on which all 5 runs agree<\/summary>.*csv/);
  expect(html.indexOf('mysql')).toBeLessThan(html.indexOf('<details'));
});

test('runs that agree are one line; what does not count is said beside them and is no disagreement', () => {
  const rows = [...runs('a', 3), row('a', 4, { state: 'exhausted', outcome: undefined })];
  const side = comparedRuns('a', rows, details(rows.slice(0, 3), () => 'sqlite'));
  expect(side.agree).toBe(true);
  const html = renderToString(<Agreeing side={side} fold="p.a" />);
  expect(html).toMatch(/^<details id="p\.a" class="agreed" data-fold="p\.a"><summary>.*all 3 runs agree.*all wrong/);
  expect(html).toContain('Not counted: run 4 exhausted');
});

test('points that a person decided otherwise make a difference; configurations agree only where all gave the same and all count', () => {
  const points = (scored: number, decided: number): Partial<TrialRow> => ({ outcome: { passed: decided === 0, context_characters: null, points: decided, scored } });
  expect(comparedRuns('a', [row('a', 1, points(2, 2)), row('a', 2, points(2, 0))], new Map()).agree).toBe(false);
  const sides = (other: string, more: Partial<TrialRow> = {}): ReturnType<typeof comparedRuns>[] => [['a', 'sqlite'] as const, ['b', other] as const].map(([id, value]) => {
    const rows = [row(id, 1), row(id, 2, id === 'b' ? more : {})];
    return comparedRuns(id, rows, details(rows, () => value));
  });
  expect(allAgree(sides('sqlite'))).toBe(true);
  expect(allAgree(sides('mysql'))).toBe(false);
  expect(allAgree(sides('sqlite', { state: 'pending', outcome: undefined }))).toBe(false);
});
