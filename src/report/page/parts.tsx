import type { ComponentChildren, JSX } from 'preact';
import { useContext } from 'preact/hooks';
import type { TrialRow } from '../model/trial-rows.js';
import { trialPage } from './addresses.js';
import { Pending } from './pending.js';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

export const Tag = ({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element => <span class={tone === 'plain' ? 'tag' : `tag ${tone}`}>{children}</span>;

/** A table that scrolls by itself where the screen is narrow, also by keyboard. @param stacked there its cells stand below each other instead, each under its `data-name` */
export function Table({ label, head, children, wide = false, stacked = false }: { label: string; head: readonly ComponentChildren[]; children: ComponentChildren; wide?: boolean; stacked?: boolean }): JSX.Element {
  return (
    <div class="scroll" role="region" aria-label={label} tabIndex={0}>
      <table class={stacked ? 'wide stacked' : wide ? 'wide' : undefined}>
        <caption><span class="hidden-text">{label}</span>{useContext(Pending) && <span class="pending"> results pending</span>}</caption>
        <thead><tr>{head.map((cell) => <th scope="col">{cell}</th>)}</tr></thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Names and what belongs to them. */
export const Facts = ({ of }: { of: readonly (readonly [string, ComponentChildren] | undefined)[] }): JSX.Element => (
  <dl class="facts">{of.flatMap((fact) => (fact ? [<><dt>{fact[0]}</dt><dd>{fact[1]}</dd></>] : []))}</dl>
);

/** The runs of one row, each with its outcome, a link to its trial. */
export const Runs = ({ rows, root }: { rows: readonly TrialRow[]; root: string }): JSX.Element => (
  <ol class="runs">
    {rows.map((row) => <li>{row.attempts === 0 ? <span class="none" title={`run ${String(row.run)}: ${row.state}`}>–</span> : <a class={toneOf(row)} href={root + trialPage(row.trial)} aria-label={`run ${String(row.run)}: ${row.verdict === '' ? row.state : row.verdict}`}>{shortOutcome(row)}</a>}</li>)}
  </ol>
);

export function toneOf({ outcome, state }: Pick<TrialRow, 'outcome' | 'state'>): Tone {
  if (outcome) return outcome.passed ? 'good' : 'bad';
  return state === 'pending' || state === 'running' ? 'plain' : 'warn';
}

/** What counts, in a few characters: points, grounded answers, or that there is nothing. */
export function shortOutcome({ outcome, state }: Pick<TrialRow, 'outcome' | 'state'>): string {
  if (!outcome) return state === 'running' ? '…' : '×';
  if ('points' in outcome) return outcome.scored === outcome.points ? String(outcome.points) : `${String(outcome.scored)}→${String(outcome.points)}`;
  return outcome.grounded === null ? '!' : String(outcome.grounded);
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;

/** A digest, short, whole when it is pointed at. */
export const Digest = ({ of }: { of: string | null | undefined }): JSX.Element => (of ? <code title={of}>{of.slice(0, 12)}</code> : <span class="quiet">none</span>);
