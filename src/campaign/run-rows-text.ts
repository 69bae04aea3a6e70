import type { RunRow } from './run-rows.js';

/** `n/a`: fewer valid runs than that. `–`: an answer that could not be read. */
export function formatRuns(rows: readonly RunRow[]): string {
  const head = [
    '| Configuration | Task | Profile | Grounded, run by run | Passed | Wilson 95 % | pass^1 | pass^3 | pass^5 |',
    '| --- | --- | --- | --- | ---: | --- | ---: | ---: | ---: |',
  ];
  const body = rows.map(({ configuration, task, profile, questions, grounded, passed, wilson, pass_power }) => {
    const vector = `[${grounded.map((count) => (count === null ? '–' : String(count))).join(', ')}] of ${String(questions)}`;
    const interval = `[${wilson.low.toFixed(3)}, ${wilson.high.toFixed(3)}]`;
    const powers = [pass_power[1], pass_power[3], pass_power[5]].map((chance) => (chance === null ? 'n/a' : chance.toFixed(2)));
    return `| ${[configuration, task, profile, vector, `${String(passed)}/${String(grounded.length)}`, interval, ...powers].join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}
