import type { Bounds, InvalidRow } from './invalid-rows.js';

/** Invalid attempts per configuration as Markdown; empty where there are none: then there is nothing that they could have changed. */
export function formatInvalid(rows: readonly InvalidRow[]): string {
  if (rows.every(({ invalid, incomplete }) => invalid + incomplete === 0)) return '';
  const head = [
    '| Configuration | Judged attempts | Invalid | Rate | Incomplete trials | Mean points, if the invalid ones had got 0 … 3 | Answers grounded, if all … none of theirs |',
    '| --- | ---: | ---: | ---: | ---: | --- | --- |',
  ];
  const body = rows.map(({ configuration, attempts, invalid, incomplete, points, answers }) =>
    `| ${[configuration, String(attempts), String(invalid), `${String(Math.round((invalid / Math.max(1, attempts)) * 100))} %`, String(incomplete), cell(points), cell(answers)].join(' | ')} |`,
  );
  return [...head, ...body].join('\n');
}

const cell = (bounds: Bounds | null): string => (bounds === null ? '' : `${bounds.counted.toFixed(2)} [${bounds.best.toFixed(2)} … ${bounds.worst.toFixed(2)}]`);
