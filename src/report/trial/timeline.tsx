import type { JSX } from 'preact';
import type { TraceEvent } from '../../trace/events.js';
import { Choice, Filters } from '../page/filters.js';
import { count } from '../page/text.js';
import { Allowance } from './allowance.js';
import { Details } from './event-details.js';
import { Lanes } from './lanes.js';
import { stepLine } from './step-line.js';
import { stepsOf, type Step } from './steps.js';

/** Steps that a browser lays out together, when they come into view. */
const CHUNK = 100;

/** All that happened, in order, with everything that was said, called and returned. @param evidence the attempt's folder, from that of the campaign */
export function Timeline({ events, evidence }: { events: readonly TraceEvent[]; evidence: string }): JSX.Element {
  const steps = stepsOf(events);
  const allowance = new Allowance();
  const chunks = Array.from({ length: Math.ceil(steps.length / CHUNK) }, (_, at) => steps.slice(at * CHUNK, (at + 1) * CHUNK));
  return (
    <section id="timeline" aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      <p class="quiet">{count(events.length)} events{events.length === 0 ? '' : `, from ${events[0]?.time ?? ''}`}.</p>
      <Lanes steps={steps} />
      <Filters list="timeline">
        <label>Search <input type="search" name="find" autocomplete="off" /></label>
        <Choice name="lane" label="Kind" values={[...new Set(steps.map(({ lane }) => lane))].sort()} />
        <Choice name="session" label="Session" values={sessionsOf(steps)} />
        <label>From, s <input type="number" name="from" min="0" step="any" data-range="from" /></label>
        <label>To, s <input type="number" name="to" min="0" step="any" data-range="to" /></label>
      </Filters>
      <div data-list="timeline">
        {chunks.map((chunk) => (
          <ol class="events chunk" data-group start={chunk[0]?.event.seq}>
            {chunk.map((step) => <Line step={step} evidence={evidence} allowance={allowance} />)}
          </ol>
        ))}
      </div>
    </section>
  );
}

function sessionsOf(steps: readonly Step[]): string[] {
  const sessions = [...new Set(steps.map(({ event }) => String(event.session)))];
  return sessions.length > 1 ? sessions : [];
}

function Line({ step, evidence, allowance }: { step: Step; evidence: string; allowance: Allowance }): JSX.Element {
  const { event, lane, at, to } = step;
  // A page has very many of these: no element more than it needs.
  const line = <><i>{(at / 1000).toFixed(3)}</i><b>{event.type}</b><code>{stepLine(step)}</code></>;
  const details = hasMore(step) ? <Details step={step} evidence={evidence} allowance={allowance} /> : null;
  return (
    <li id={`e${String(event.seq)}`} class={lane} data-item data-lane={lane} data-session={String(event.session)} data-at={String(at)} data-until={to > at ? String(to) : undefined}>
      {details ? <details><summary>{line}</summary>{details}</details> : <p>{line}</p>}
    </li>
  );
}

const hasMore = ({ event: { arguments: given, result, raw }, result: came }: Step): boolean => given !== undefined || result !== undefined || came !== undefined || raw !== undefined;
