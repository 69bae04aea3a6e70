import type { ReportedCampaign } from '../model/campaign.js';
import { draw, Plot } from './draw.js';
import type { Drawing } from './plots.js';

/** More rows than that are a table, not a plot. */
const MOST = 80;

/** How surely each configuration passes a scenario in each profile. */
export function passing({ summary: { runs } }: Pick<ReportedCampaign, 'summary'>): Drawing | undefined {
  if (runs.length === 0 || runs.length > MOST) return undefined;
  const tasks = new Set(runs.map(({ task }) => task)).size;
  const rows = runs.map(({ configuration, task, profile, passed, grounded, wilson }) => ({ configuration, facet: tasks > 1 ? `${task} ${profile}` : profile, share: passed / grounded.length, ...wilson }));
  const caption = 'Runs that pass, of each configuration and profile, with Wilson’s 95 % interval of the chance to pass.';
  return {
    caption,
    svg: draw({
      width: 540, marginLeft: 110, marginRight: 150, x: { domain: [0, 1], label: 'share of runs that pass', grid: true }, y: { label: null }, fy: { label: null },
      marks: [
        Plot.link(rows, { x1: 'low', x2: 'high', y1: 'configuration', y2: 'configuration', fy: 'facet', stroke: 'currentColor', strokeOpacity: 0.55 }),
        Plot.dot(rows, { x: 'share', y: 'configuration', fy: 'facet', fill: 'currentColor', r: 4 }),
      ],
    }, caption),
  };
}
