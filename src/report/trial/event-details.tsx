import type { JSX } from 'preact';
import type { TraceEvent } from '../../trace/events.js';
import { readable } from '../page/readable.js';
import { Excerpt, Text } from '../page/text.js';
import type { Allowance } from './allowance.js';
import type { Step } from './steps.js';

/** Everything of one step: what it was given, what came back, and where that stands in the evidence. */
export function Details({ step: { event, result }, evidence, allowance }: { step: Step; evidence: string; allowance: Allowance }): JSX.Element {
  const facts = factsOf(event, result);
  return (
    <>
      {event.arguments !== undefined && <Value name={event.type === 'tool.call' ? 'Input' : 'Given'} value={event.arguments} of={event} evidence={evidence} allowance={allowance} />}
      {event.result !== undefined && <Value value={event.result} of={event} evidence={evidence} allowance={allowance} />}
      {result && <Value name="Output" id={`e${String(result.seq)}`} value={result.result ?? ''} of={result} evidence={evidence} allowance={allowance} />}
      {facts !== '' && <p class="quiet"><Text>{facts}</Text></p>}
    </>
  );
}

function Value({ name, id, value, of, evidence, allowance }: { name?: string; id?: string; value: unknown; of: TraceEvent; evidence: string; allowance: Allowance }): JSX.Element {
  const text = readable(value);
  return <Excerpt text={text} limit={allowance.take(text.length)} whole={whereIs(of, evidence)} name={name} id={id} />;
}

/** Where the bytes of an event are kept. */
function whereIs({ raw, source, id, seq }: TraceEvent, evidence: string): string {
  if (raw) return `${evidence}/${raw.file}, line ${String(raw.line)}, bytes ${String(raw.offset)} to ${String(raw.offset + raw.length)}`;
  return source === 'gateway' && id !== undefined ? `${evidence}/wire.jsonl, ${id}` : `${evidence}/trace.jsonl, line ${String(seq)}`;
}

function factsOf(event: TraceEvent, result: TraceEvent | undefined): string {
  const { duration_ms = result?.duration_ms, exit_code = result?.exit_code } = event;
  return [
    `event ${String(event.seq)}${result ? ` and ${String(result.seq)}` : ''}, session ${String(event.session)}, seen by ${event.source}`,
    ...(duration_ms === undefined ? [] : [`${String(duration_ms)} ms`]),
    ...(exit_code === undefined || exit_code === null ? [] : [`exit code ${String(exit_code)}`]),
    ...(event.truncated || result?.truncated ? ['cut when it was recorded: the raw file has all of it'] : []),
    ...(event.raw ? [`${event.raw.file}:${String(event.raw.line)}`] : []),
  ].join('; ');
}
