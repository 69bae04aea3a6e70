import type { Interval } from '../scoring/index.js';
import type { BatteryFigures } from './battery-figures.js';
import { powerCells } from './reliability.js';

/** Means with both intervals, shares and pass^k over the whole battery; pending where a run is missing. */
export function formatBatteryFigures(rows: readonly BatteryFigures[]): string {
  const head = [
    '| Configuration | Profile | Tasks complete | Runs | Mean points | Fixed battery 95 % | Beyond the battery 95 % | ≥ 1 | ≥ 2 | = 3 | pass^1 | pass^3 | pass^5 |',
    '| --- | --- | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
  ];
  const body = rows.map(({ configuration, profile, tasks, complete, runs, figures, pass_power }) => {
    const { mean, fixed_battery, beyond_battery, at_least } = figures ?? {};
    const cells = mean === undefined || !fixed_battery || !at_least ? ['results pending', '', '', '', '', '']
      : [mean.toFixed(2), interval(fixed_battery), beyond_battery ? interval(beyond_battery) : 'n/a', ...[at_least[1], at_least[2], at_least[3]].map(percent)];
    return `| ${[configuration, profile, `${String(complete)} of ${String(tasks)}`, String(runs), ...cells, ...powerCells(pass_power)].join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}

const interval = ({ low, high }: Interval): string => `[${low.toFixed(2)}, ${high.toFixed(2)}]`;
const percent = (share: number): string => `${String(Math.round(share * 100))} %`;
