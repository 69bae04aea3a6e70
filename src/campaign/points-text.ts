import { CATEGORIES } from '../protocol/battery/schema.js';
import { reliabilityCells } from './reliability.js';
import type { PointRunRow, PointsCount, PointsRow } from './points-rows.js';

/** Raw points beside the number of scored trials, `7 in 40`; `–` where there is no trial. */
export function formatPoints(rows: readonly PointsRow[]): string {
  const head = [`| Configuration | Profile | ${CATEGORIES.join(' | ')} | Total | Scored trials | Ambiguous checks |`, `| --- | --- | ${CATEGORIES.map(() => '---: | ').join('')}---: | ---: | ---: |`];
  const body = rows.map(({ configuration, profile, categories, total, ambiguous }) =>
    `| ${[configuration, profile, ...CATEGORIES.map((name) => counted(categories[name])), String(total.points), String(total.trials), String(ambiguous)].join(' | ')} |`,
  );
  return [...head, ...body].join('\n');
}

const counted = ({ points, trials }: PointsCount): string => (trials === 0 ? '–' : `${String(points)} in ${String(trials)}`);

/** `3→0`: scored 3, and 0 after an adjudication. pass^k: the chance that k runs all get no points. */
export function formatPointRuns(rows: readonly PointRunRow[]): string {
  const head = ['| Configuration | Task | Category | Profile | Points, run by run | Without points | Wilson 95 % | pass^1 | pass^3 | pass^5 |', '| --- | --- | --- | --- | --- | ---: | --- | ---: | ---: | ---: |'];
  const body = rows.map(({ configuration, task, category, profile, points, scored, ...reliability }) => {
    const vector = points.map((count, run) => (scored[run] === count ? String(count) : `${String(scored[run])}→${String(count)}`));
    return `| ${[configuration, task, category, profile, `[${vector.join(', ')}]`, ...reliabilityCells(reliability, points.length)].join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}
