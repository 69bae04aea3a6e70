import type { JSX } from 'preact';
import { oneLine } from '../../common/visible.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { TraceEvent } from '../../trace/events.js';
import { trialPage } from '../page/addresses.js';
import { Tag } from '../page/parts.js';
import { count, Excerpt } from '../page/text.js';
import type { Steps } from './parting.js';
import { stepText } from './step-text.js';

const ROOT = '../';
/** Steps before the first difference and after it that are shown. */
const BEFORE = 20;
const AFTER = 60;
const LINE = 120;

/** Steps that are alike and still stand in sight before the two part. */
const NEAR = 3;

/** What both agents did, step beside step, up to where they part and for a while after; what is alike long before is folded. */
export function StepsBeside({ a, b, steps: { left, right, at } }: { a: ShownTrial; b: ShownTrial; steps: Steps }): JSX.Element | null {
  const all = Math.max(left.length, right.length);
  if (all === 0) return null;
  const from = at !== undefined && at > 2 * BEFORE ? at - BEFORE : 0;
  const to = Math.min(all, (at ?? 0) + AFTER);
  const alike = at === undefined ? to : at - from > 2 * NEAR ? at - NEAR : from;
  const rows = (first: number, last: number): JSX.Element => <Rows a={a} b={b} steps={{ left, right, at }} from={first} to={last} />;
  return (
    <section id="steps" aria-labelledby="steps-title">
      <h2 id="steps-title">Steps</h2>
      <p class="quiet">{at === undefined ? 'Both did the same.' : at === 0 ? 'They part at the first step.' : `The same up to step ${count(at)}, and apart from there.`}{from > 0 ? ` The first ${count(from)} steps are left out.` : ''}</p>
      {alike > from && <details data-fold="same"><summary>Steps {count(from + 1)} to {count(alike)}, the same in both</summary>{rows(from, alike)}</details>}
      {to > alike && rows(alike, to)}
      {to < all && <p class="cut">{count(all - to)} more steps are on the trials’ own pages.</p>}
    </section>
  );
}

const Rows = ({ a, b, steps: { left, right, at }, from, to }: { a: ShownTrial; b: ShownTrial; steps: Steps; from: number; to: number }): JSX.Element => (
  <div class="scroll" role="region" aria-label={`Steps ${String(from + 1)} to ${String(to)} of both`} tabIndex={0}>
    <table class="beside">
      <caption class="hidden-text">Steps {String(from + 1)} to {String(to)} of both</caption>
      <thead><tr><th scope="col">Step</th><th scope="col">a</th><th scope="col">b</th></tr></thead>
      <tbody>
        {Array.from({ length: to - from }, (_, offset) => from + offset).map((index) => (
          <tr id={index === at ? 'parting' : undefined} class={index === at ? 'parting' : undefined}>
            <th scope="row">{String(index + 1)}{index === at && <> <Tag tone="bad">first to differ</Tag></>}</th>
            <Step event={left[index]} trial={a.trial} />
            <Step event={right[index]} trial={b.trial} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

function Step({ event, trial }: { event: TraceEvent | undefined; trial: string }): JSX.Element {
  if (!event) return <td class="quiet">nothing more</td>;
  const text = stepText(event);
  const link = <a href={`${ROOT}${trialPage(trial)}#e${String(event.seq)}`}>{event.type}</a>;
  const whole = `the trial’s own page, event ${String(event.seq)}`;
  const line = oneLine(text.slice(0, 4 * LINE), LINE);
  if (!text.includes('\n') && text.length <= LINE) return <td>{link} <code>{line}</code></td>;
  return <td>{link} <details><summary><code>{line}</code></summary><Excerpt text={text} whole={whole} /></details></td>;
}
