import { reliabilityCells } from './reliability.js';
import type { RunRow } from './run-rows.js';

/** `–`: an answer that could not be read. */
export function formatRuns(rows: readonly RunRow[]): string {
  const head = [
    '| Configuration | Task | Profile | Grounded, run by run | Passed | Wilson 95 % | pass^1 | pass^3 | pass^5 |',
    '| --- | --- | --- | --- | ---: | --- | ---: | ---: | ---: |',
  ];
  const body = rows.map(({ configuration, task, profile, questions, grounded, ...reliability }) => {
    const vector = `[${grounded.map((count) => (count === null ? '–' : String(count))).join(', ')}] of ${String(questions)}`;
    return `| ${[configuration, task, profile, vector, ...reliabilityCells(reliability, grounded.length)].join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}
