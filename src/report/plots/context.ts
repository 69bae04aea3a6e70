import { mean } from '../../scoring/index.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { draw, Plot } from './draw.js';
import type { Drawing } from './plots.js';

/** What more context buys: the part of the questions that is grounded, against the characters of the profile's sources. */
export function againstContext({ rows }: Pick<ReportedCampaign, 'rows'>): Drawing | undefined {
  const groups = new Map<string, { configuration: string; task: string; characters: number; shares: number[] }>();
  for (const { configuration, task, profile, outcome } of rows) {
    if (!outcome || !('questions' in outcome) || outcome.context_characters === null || outcome.questions === 0 || profile === 'instructions') continue;
    const key = `${configuration} ${task} ${profile}`;
    const known = groups.get(key) ?? { configuration, task, characters: outcome.context_characters, shares: [] };
    known.shares.push((outcome.grounded ?? 0) / outcome.questions);
    groups.set(key, known);
  }
  const marks = [...groups.values()].map(({ shares, ...group }) => ({ ...group, share: mean(shares) })).sort((a, b) => a.characters - b.characters);
  if (new Set(marks.map(({ characters }) => characters)).size < 2) return undefined;
  const caption = 'Grounded answers against the size of the context, one panel per configuration. Without “instructions”, where to know nothing is right.';
  return {
    caption,
    svg: draw({
      width: 540, height: Math.max(120, 70 * new Set(marks.map(({ configuration }) => configuration)).size), marginLeft: 50, marginRight: 110, x: { label: 'characters of context', grid: true, nice: true }, y: { domain: [0, 1], label: null, ticks: [0, 1] }, fy: { label: null, padding: 0.4 },
      marks: [
        Plot.line(marks, { x: 'characters', y: 'share', z: 'task', fy: 'configuration', stroke: 'currentColor', strokeOpacity: 0.5 }),
        Plot.dot(marks, { x: 'characters', y: 'share', fy: 'configuration', fill: 'currentColor', r: 3.5 }),
      ],
    }, caption),
  };
}
