import { digestOf } from '../../common/json.js';
import { firstDifference, type Mask } from '../../gateway/replay/mask.js';
import type { WireRequest } from '../../gateway/record/wire.js';
import { asText, excerpts, type Placed } from './divergence.js';
import { matchSteps, type Keyed } from './match.js';
import type { Side } from './side.js';

/** Requests for a model, matched by what they want and their masked content, not by their order. */
export function compareRequests(a: Side, b: Side, mask: Mask): Placed[] {
  if (!a.requests || !b.requests) return [];
  const place = { a: seqOf(a), b: seqOf(b) };
  return matchSteps(keyed(a.requests, mask), keyed(b.requests, mask)).map(({ a: one, b: other }) => {
    const request = (one ?? other)?.item;
    const seq = one ? place.a(one.item) : other ? place.b(other.item) : 0;
    const common = { kind: 'request' as const, session: request?.session ?? null, seq };
    const exchange = `exchange ${String(request?.exchange ?? 0)}`;
    if (!one || !other) return { ...common, where: exchange, a: one && brief(one.item), b: other && brief(other.item) };
    const found = firstDifference(mask.value(one.item.body ?? null), mask.value(other.item.body ?? null));
    const [left, right] = excerpts(asText(found?.recorded), asText(found?.asked));
    const named = one.item.exchange === other.item.exchange ? exchange : `${exchange} and ${String(other.item.exchange)}`;
    return { ...common, where: `${named} at ${found?.at ?? '/'}`, a: left, b: right };
  });
}

const keyed = (requests: readonly WireRequest[], mask: Mask): Keyed<WireRequest>[] =>
  requests.map((item) => ({
    item,
    kind: [item.session, item.operation, item.aux ?? '', mask.text(item.target)].join(' '),
    content: digestOf(mask.value(item.body ?? item.body_text ?? null)),
  }));

const brief = ({ method, target, bytes }: WireRequest): string => `${method} ${target}, ${String(bytes)} bytes`;

/** A request's place in the trace of its attempt. */
function seqOf({ events }: Side): (request: WireRequest) => number {
  const seqs = new Map(events.flatMap(({ type, id, seq }) => (type === 'model.request' && id !== undefined ? [[id, seq] as const] : [])));
  return ({ exchange }) => seqs.get(`exchange-${String(exchange)}`) ?? 0;
}
