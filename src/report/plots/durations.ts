import type { ReportedCampaign } from '../model/campaign.js';
import { draw, Plot } from './draw.js';
import type { Drawing } from './plots.js';

const MS = 1000;

/** How long trials took: a tick for each, the middle half and the median over it. */
export function durations({ rows }: Pick<ReportedCampaign, 'rows'>): Drawing | undefined {
  const marks = rows.flatMap(({ configuration, duration_ms }) => (duration_ms === null ? [] : [{ configuration, seconds: duration_ms / MS }]));
  if (marks.length === 0) return undefined;
  const caption = 'How long trials took, one tick for each that counts; the bar is the middle half of them, the line their median.';
  return {
    caption,
    svg: draw({
      width: 540, marginLeft: 110, marginRight: 40, x: { label: 'seconds', grid: true, zero: true }, y: { label: null },
      marks: [
        Plot.barX(marks, Plot.groupY({ x1: 'p25', x2: 'p75' }, { x: 'seconds', y: 'configuration', fill: 'currentColor', fillOpacity: 0.15 })),
        Plot.tickX(marks.slice(0, MOST_TICKS), { x: 'seconds', y: 'configuration', stroke: 'currentColor', strokeOpacity: 0.5, inset: 3 }),
        Plot.tickX(marks, Plot.groupY({ x: 'median' }, { x: 'seconds', y: 'configuration', stroke: 'currentColor', strokeWidth: 2 })),
      ],
    }, caption),
  };
}

/** More of them are a grey area, and a page that is slow to open. */
const MOST_TICKS = 600;
