import type { JSX } from 'preact';
import { oneLine } from '../../common/visible.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { comparedEvents } from '../../trial/compare/events.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import type { TraceEvent } from '../../trace/events.js';
import { trialPage } from '../page/addresses.js';
import { Tag } from '../page/parts.js';
import { readable } from '../page/readable.js';
import { count, Excerpt } from '../page/text.js';

const ROOT = '../';
/** Steps before the first difference and after it that are shown. */
const BEFORE = 20;
const AFTER = 60;
const LINE = 120;

/** What both agents did, step beside step, up to where they part and for a while after. */
export function StepsBeside({ a, b, divergences }: { a: ShownTrial; b: ShownTrial; divergences: readonly Divergence[] }): JSX.Element | null {
  const [left, right] = [comparedEvents(a.events), comparedEvents(b.events)];
  if (left.length + right.length === 0) return null;
  const at = partingOf(left, right, divergences);
  const from = at !== undefined && at > 2 * BEFORE ? at - BEFORE : 0;
  const to = Math.min(Math.max(left.length, right.length), (at ?? 0) + AFTER);
  return (
    <section id="steps" aria-labelledby="steps-title">
      <h2 id="steps-title">Steps</h2>
      <p class="quiet">{at === undefined ? 'Both did the same.' : `The same up to step ${count(at)}, and apart from there.`}{from > 0 ? ` The first ${count(from)} steps are left out.` : ''}</p>
      <div class="scroll" role="region" aria-label="Steps of both" tabIndex={0}>
        <table class="beside">
          <caption class="hidden-text">Steps of both</caption>
          <thead><tr><th scope="col">Step</th><th scope="col">a</th><th scope="col">b</th></tr></thead>
          <tbody>
            {Array.from({ length: to - from }, (_, offset) => from + offset).map((index) => (
              <tr id={index === at ? 'parting' : undefined} class={index === at ? 'parting' : undefined}>
                <th scope="row">{String(index + 1)}{index === at && <> <Tag tone="bad">first to differ</Tag></>}</th>
                <Step event={left[index]} trial={a.trial} open={index === at} />
                <Step event={right[index]} trial={b.trial} open={index === at} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {to < Math.max(left.length, right.length) && <p class="cut">{count(Math.max(left.length, right.length) - to)} more steps are on the trials’ own pages.</p>}
    </section>
  );
}

/** The step at which two agents did something else, as the comparison found it: it knows what differs by nature. */
function partingOf(left: readonly TraceEvent[], right: readonly TraceEvent[], divergences: readonly Divergence[]): number | undefined {
  const first = divergences.find(({ where }) => /^event \d+/.test(where));
  if (!first) return undefined;
  const seq = Number(/^event (\d+)/.exec(first.where)?.[1]);
  const index = (first.a === null ? right : left).findIndex((event) => event.seq === seq);
  return index === -1 ? undefined : index;
}

function Step({ event, trial, open }: { event: TraceEvent | undefined; trial: string; open: boolean }): JSX.Element {
  if (!event) return <td class="quiet">nothing more</td>;
  const text = textOf(event);
  const link = <a href={`${ROOT}${trialPage(trial)}#e${String(event.seq)}`}>{event.type}</a>;
  const whole = `the trial’s own page, event ${String(event.seq)}`;
  if (open) return <td>{link} <Excerpt text={text} whole={whole} /></td>;
  const line = oneLine(text.slice(0, 4 * LINE), LINE);
  if (!text.includes('\n') && text.length <= LINE) return <td>{link} <code>{line}</code></td>;
  return <td>{link} <details><summary><code>{line}</code></summary><Excerpt text={text} whole={whole} /></details></td>;
}

/** What it is about, to be read: the name of a tool, what it was given, what came back. */
function textOf({ name, arguments: given, result }: TraceEvent): string {
  const parts = [name, given, result].filter((part) => part !== undefined).map(readable);
  return parts.join(parts.some((part) => part.includes('\n')) ? '\n' : ' ');
}
