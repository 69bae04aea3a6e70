import { canonical } from '../../common/json.js';
import { oneLine } from '../../common/visible.js';
import { adaptationLines } from '../adaptations-text.js';
import type { Change } from './changes.js';
import type { ComparedCampaign, ComparedCampaigns } from './compare.js';
import type { Cell } from './side-by-side.js';
import type { Kind } from './snapshot.js';

const TITLES: Record<Kind, string> = {
  protocol: 'Protocol', task: 'Tasks', harness: 'Harness', model: 'Models', feature: 'Agents and their features', retrieval: 'Retrieval systems', runtime: 'Hardware and runtime',
};

/** Longest value in a line, characters; `--json` has it whole. */
const WIDTH = 100;

/** Two campaigns as Markdown: what changed first, so that nobody reads the results without it. */
export function formatCampaigns({ a, b, changes, results }: ComparedCampaigns): string {
  const adapted = [adaptationLines(a.adaptations).map((line) => `a: ${line}`), adaptationLines(b.adaptations).map((line) => `b: ${line}`)].flat();
  const parts = [
    [headline('a', a), headline('b', b), 'Two independent snapshots: nothing is pooled, and no difference of results is computed. What changed between them may be the reason for any of it.'].join('\n'),
    changes.length === 0 ? '## Changes\n\nNothing that was declared, locked or observed changed.' : `## Changes\n\n${changeList(changes)}`,
    ...(adapted.length > 0 ? [`## Adaptations\n\n${adapted.join('\n')}`] : []),
    `## Results, side by side\n\n${results.length === 0 ? 'Neither has any yet.' : table(results, [a, b])}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function headline(side: string, { campaign, quarter, opened_at, publication, trials, complete, deviations }: ComparedCampaign): string {
  const state = complete === trials ? `all ${String(trials)} trials complete${publication === 'pending' ? ', not published: results pending' : ''}` : `${String(complete)} of ${String(trials)} trials complete: results pending`;
  return `${side}: ${campaign}${quarter === null ? '' : `, ${quarter}`}, opened ${opened_at}; ${state}; deviations: ${String(deviations)}`;
}

function changeList(changes: readonly Change[]): string {
  const kinds = [...new Set(changes.map(({ kind }) => kind))];
  return kinds.map((kind) => [`### ${TITLES[kind]}`, '', ...changes.filter((one) => one.kind === kind).map(line)].join('\n')).join('\n\n');
}

function line({ item, a, b }: Change): string {
  if (a === undefined || a === null) return `- ${item}: only in b${valueAfter(b)}`;
  if (b === undefined || b === null) return `- ${item}: only in a${valueAfter(a)}`;
  return `- ${item}: ${shown(a)} → ${shown(b)}`;
}

/** A value that says something by itself; of a digest or a whole block it is enough that it is there. */
const valueAfter = (value: unknown): string => (typeof value === 'object' || isDigest(value) ? '' : ` (${shown(value)})`);

const isDigest = (value: unknown): boolean => typeof value === 'string' && /^(?:sha256:)?[0-9a-f]{64}$/.test(value);

const shown = (value: unknown): string => (isDigest(value) ? String(value).replace('sha256:', '').slice(0, 12) : oneLine(typeof value === 'string' ? value : canonical(JSON.parse(JSON.stringify(value))), WIDTH));

/** An index that is not published says so in its column (methodology, "Publication state"). */
function table(rows: ComparedCampaigns['results'], [a, b]: readonly [ComparedCampaign, ComparedCampaign]): string {
  const pending = ({ publication }: ComparedCampaign): string => (publication === 'pending' ? ' (results pending)' : '');
  const head = [`| Configuration | Profile | Category or task | a${pending(a)} | b${pending(b)} |`, '| --- | --- | --- | --- | --- |'];
  return [...head, ...rows.map(({ configuration, profile, about, a, b }) => `| ${[configuration, profile, about, cell(a), cell(b)].join(' | ')} |`)].join('\n');
}

function cell(one: Cell | null): string {
  if (one === null) return '–';
  const { got, of, trials, planned } = one;
  const pending = trials < planned ? `, ${String(planned - trials)} pending` : '';
  return of === null ? `${String(got)} ${got === 1 ? 'point' : 'points'} in ${String(trials)}${pending}` : `${String(got)} of ${String(of)} grounded in ${String(trials)}${pending}`;
}
