import { STAGES } from '../../trial/delivery/file.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { draw, Plot } from './draw.js';
import type { Drawing } from './plots.js';

/** At which stage the memory of each configuration failed, where anybody saw it. */
export function stagesOfFailures({ summary: { stages } }: Pick<ReportedCampaign, 'summary'>): Drawing | undefined {
  const seen = STAGES.filter((stage) => stage !== 'unknown');
  const counts = new Map<string, { configuration: string; stage: string; failures: number }>();
  for (const row of stages) {
    for (const stage of seen) {
      const key = `${row.configuration} ${stage}`;
      const known = counts.get(key) ?? { configuration: row.configuration, stage, failures: 0 };
      known.failures += row.stages[stage];
      counts.set(key, known);
    }
  }
  const marks = [...counts.values()].filter(({ failures }) => failures > 0);
  if (marks.length === 0) return undefined;
  const most = Math.max(...marks.map(({ failures }) => failures));
  const longest = Math.max(...marks.map(({ configuration }) => configuration.length));
  const caption = 'Questions that failed, by the first step at which memory failed.';
  return {
    caption,
    svg: draw({
      width: 540, marginLeft: 110, marginRight: Math.min(240, 24 + 6.5 * longest), x: { label: 'questions', grid: true, domain: [0, most * 1.1] }, y: { label: null, domain: seen.filter((stage) => marks.some((mark) => mark.stage === stage)) }, fy: { label: null }, fx: { label: null },
      marks: [
        Plot.barX(marks, { x: 'failures', y: 'stage', fy: 'configuration', fill: 'currentColor', fillOpacity: 0.6, insetTop: 1, insetBottom: 1 }),
        Plot.text(marks, { x: 'failures', y: 'stage', fy: 'configuration', text: (mark: { failures: number }) => String(mark.failures), dx: 4, textAnchor: 'start' }),
      ],
      marginBottom: 36,
    }, caption),
  };
}
