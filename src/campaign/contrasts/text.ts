import { variationOfRuns, type Interval } from '../../scoring/index.js';
import type { ContrastRow } from './contrasts.js';
import type { Measure } from './slot-values.js';

const MEANS: Record<Measure, string> = { points: 'failure points', answers: 'answers grounded', decisions: 'decisions retained' };

/** Planned contrasts as Markdown, each with what it costs in context and what it lets one say. */
export function formatContrasts(rows: readonly ContrastRow[]): string {
  const head = [
    '| Configuration | Profile | Of each task | Tasks | Context characters | Mean | Difference | Fixed battery 95 % | Beyond the battery 95 % | Sign-flip p | Holm p | Reading |',
    '| --- | --- | --- | ---: | --- | --- | ---: | --- | --- | ---: | ---: | --- |',
  ];
  const body = rows.map((row) => {
    const { a, b, measure, planned, context_a, context_b, result } = row;
    const figures = result
      ? [`${two(result.mean_a)} / ${two(result.mean_b)}`, signed(result.difference), interval(result.fixed_battery), result.beyond_battery ? interval(result.beyond_battery) : 'n/a', chance(result.p), chance(result.adjusted_p)]
      : ['', '', '', '', '', ''];
    return `| ${[both(a.configuration, b.configuration), both(a.profile, b.profile), MEANS[measure], String(planned), `${count(context_a)} / ${count(context_b)}`, ...figures, reading(row)].join(' | ')} |`;
  });
  return [...head, ...body].join('\n');
}

const both = (a: string, b: string): string => (a === b ? a : `${a} / ${b}`);

/** The margin is named wherever something is called equal. */
export function reading({ a, b, measure, margin, result }: ContrastRow): string {
  if (!result) return 'results pending';
  const name = (side: 'a' | 'b'): string => (a.profile === b.profile ? (side === 'a' ? a : b).configuration : (side === 'a' ? a : b).profile);
  const within = `within ±${String(margin)}`;
  if (result.p === null) return `${Math.abs(result.difference) <= margin ? within : 'apart'} in what was seen; below six tasks nothing is concluded`;
  const parts: string[] = [];
  if (result.larger !== null) parts.push(`${name(measure === 'points' ? other(result.larger) : result.larger)} does better`);
  if (result.equal !== null) parts.push(`equally good ${within} on this battery${result.equal === 'beyond-battery' ? ' and beyond it' : ''}`);
  if (parts.length === 0 && Math.abs(result.difference) <= margin) {
    const runs = variationOfRuns(result);
    if (runs === 'one-run') return `${within} in what was seen; of one run of a task, nothing is concluded about others`;
    if (runs === 'none') return `${within} in what was seen; no task's runs differ, so nothing is concluded about others`;
  }
  return parts.length === 0 ? `undecided at ±${String(margin)}` : parts.join(', and yet ');
}

const other = (side: 'a' | 'b'): 'a' | 'b' => (side === 'a' ? 'b' : 'a');
const two = (value: number): string => value.toFixed(2);
/** No negative zero. */
const signed = (value: number): string => { const text = value.toFixed(2); return value > 0 && Number(text) !== 0 ? `+${text}` : text.replace(/^-(0\.00)$/, '$1'); };
const interval = ({ low, high }: Interval): string => `[${signed(low)}, ${signed(high)}]`;
const chance = (p: number | null): string => (p === null ? 'n/a' : p < 0.001 ? p.toExponential(1) : p.toFixed(3));
const count = (characters: number | null): string => (characters === null ? '?' : String(Math.round(characters)));
