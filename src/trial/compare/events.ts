import { canonical } from '../../common/json.js';
import { firstDifference, type Mask } from '../../gateway/replay/mask.js';
import type { TraceEvent } from '../../trace/events.js';
import { asText, excerpts, type Placed, type StepKind } from './divergence.js';
import { matchSteps, type Keyed, type Unmatched } from './match.js';
import type { Side } from './side.js';

const KINDS: Partial<Record<TraceEvent['type'], StepKind>> = {
  'tool.call': 'tool-call', 'tool.result': 'tool-result', message: 'message', error: 'error', 'service.request': 'service-request', 'service.response': 'service-response',
};

/** What the agents did and said, and what their services were asked and answered, matched by content. */
export const compareEvents = (a: Side, b: Side, mask: Mask): Placed[] =>
  matchSteps(keyed(a, mask, ['agent', 'service']), keyed(b, mask, ['agent', 'service'])).map((pair) => divergence(pair, mask));

/** The first place at which two agents did something else, step by step, in order. */
export function firstDivergentEvent(a: Side, b: Side, mask: Mask): Placed | undefined {
  const [left, right] = [keyed(a, mask, ['agent']), keyed(b, mask, ['agent'])];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index] ?? null, right[index] ?? null];
    if (one?.kind === other?.kind && one?.content === other?.content) continue;
    return divergence({ a: one, b: other }, mask);
  }
  return undefined;
}

/**
 * What of a trace is compared: what the agent did, said and got, in order.
 * @param sources whose events; a service's stand among the agent's in no order that says anything
 */
export const comparedEvents = (events: readonly TraceEvent[], sources: readonly TraceEvent['source'][] = ['agent']): TraceEvent[] =>
  events.filter(({ source, type, unmatched }) => KINDS[type] !== undefined && (sources.includes(source) || unmatched !== undefined));

function keyed({ events }: Side, mask: Mask, sources: readonly TraceEvent['source'][]): Keyed<TraceEvent>[] {
  const calls = new Map(events.flatMap((event) => (event.type === 'tool.call' && event.call_id !== undefined ? [[event.call_id, event] as const] : [])));
  return comparedEvents(events, sources).map((event) => {
    // A result is told apart by what was called: ids may be the run's own.
    const call = event.type === 'tool.result' && event.call_id !== undefined ? calls.get(event.call_id) : undefined;
    const item: TraceEvent = call === undefined ? event : { ...event, name: event.name ?? call.name, arguments: event.arguments ?? call.arguments };
    const asked = item.type === 'tool.result' ? canonical([item.name ?? null, mask.value(item.arguments ?? null)]) : (item.name ?? '');
    return { item, kind: [item.session, item.type, asked].join(' '), content: canonical(contentOf(item, mask)) };
  });
}

const contentOf = (event: TraceEvent, mask: Mask): unknown => ({
  name: event.name ?? null,
  arguments: mask.value(event.arguments ?? null),
  result: mask.value(event.result ?? null),
  exit_code: event.exit_code ?? null,
  unmatched: event.unmatched ?? null,
});

function divergence({ a, b }: Unmatched<TraceEvent>, mask: Mask): Placed {
  const event = (a ?? b)?.item;
  const common = { kind: (event && KINDS[event.type]) ?? 'message', session: event?.session ?? null, seq: event?.seq ?? 0, where: nameOf(event) };
  if (!a || !b || a.item.type !== b.item.type) return { ...common, a: a && `${a.item.type} ${brief(a.item, mask)}`, b: b && `${b.item.type} ${brief(b.item, mask)}` };
  const found = firstDifference(contentOf(a.item, mask), contentOf(b.item, mask));
  const [left, right] = excerpts(asText(found?.recorded), asText(found?.asked));
  return { ...common, where: `${common.where} at ${found?.at ?? '/'}`, a: left, b: right };
}

const nameOf = (event: TraceEvent | undefined): string => {
  const given = event?.arguments === undefined ? '' : ` ${asText(event.arguments)}`;
  return `event ${String(event?.seq ?? 0)}${event?.name === undefined ? '' : ` ${event.name}`}${given.length > 100 ? `${given.slice(0, 99)}…` : given}`;
};

const brief = ({ name, arguments: given, result }: TraceEvent, mask: Mask): string =>
  asText(mask.value(result ?? given ?? name ?? '')).slice(0, 120);
