import { isPointsLine } from '../../campaign/read-campaign.js';
import { byRow } from '../../campaign/trial-id.js';
import { CATEGORIES } from '../../protocol/battery/schema.js';
import { mean, resample } from '../../scoring/index.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { draw, Plot } from './draw.js';
import type { Drawing } from './plots.js';

/** Mean failure points of each configuration by category. Runs are drawn again within each task: the interval is about these tasks and other runs. */
export function pointsByCategory({ on, rows }: Pick<ReportedCampaign, 'on' | 'rows'>): Drawing | undefined {
  const counted = new Map(rows.flatMap(({ trial, outcome }) => (outcome && 'points' in outcome ? [[trial, outcome.points] as const] : [])));
  const tasks = byRow(on.results.filter(isPointsLine)).map((lines) => ({ configuration: lines[0].configuration, category: lines[0].category, points: lines.map(({ trial, score }) => counted.get(trial) ?? score.points) }));
  const configurations = [...new Set(tasks.map(({ configuration }) => configuration))].sort();
  const marks = configurations.flatMap((configuration) => CATEGORIES.flatMap((category) => {
    const own = tasks.filter((task) => task.configuration === configuration && task.category === category).map(({ points }) => points);
    const interval = resample(own, 'fixed-battery', on.campaign.manifest.order.seed);
    return interval ? [{ configuration, category, mean: mean(own.map(mean)), ...interval }] : [];
  }));
  if (marks.length === 0) return undefined;
  const caption = 'Mean failure points by category (0 is right, 3 the worst), with the 95 % interval on this battery: these tasks, other runs.';
  return {
    caption,
    svg: draw({
      width: 540, marginLeft: 110, marginRight: 150, x: { domain: [0, 3], label: 'mean failure points', grid: true }, y: { label: null }, fy: { label: null, domain: CATEGORIES.filter((category) => marks.some((mark) => mark.category === category)) },
      marks: [
        Plot.link(marks, { x1: 'low', x2: 'high', y1: 'configuration', y2: 'configuration', fy: 'category', stroke: 'currentColor', strokeOpacity: 0.55 }),
        Plot.dot(marks, { x: 'mean', y: 'configuration', fy: 'category', fill: 'currentColor', r: 4 }),
      ],
    }, caption),
  };
}
