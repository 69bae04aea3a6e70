import type { AgentAdapter } from '../../agents/adapter.js';
import { pairCalls, type Pair } from './pair.js';
import { sameOutput } from './same-output.js';
import type { StreamCall } from './stream-calls.js';
import type { WireCall, WireCalls } from './wire-calls.js';
import type { Disagreement, WitnessFile } from './witness.js';

/** How many disagreements are kept with both sides, and how much of each side. */
const SHOWN = 10;
const EXCERPT_CHARACTERS = 500;

/**
 * Holds an agent's own stream against the wire: the same calls, in the same order, with the same target. Results are
 * compared where the adapter says that its stream tells them whole. Says nothing about whether the attempt counts.
 */
export function reconcile(wire: WireCalls, stream: readonly StreamCall[], adapter: Pick<AgentAdapter, 'shown' | 'can'>): WitnessFile {
  const own = stream.filter(({ name }) => !wire.provided.has(name));
  const { pairs, only_wire, only_stream } = pairCalls(wire.calls, own, adapter.shown);
  const early = outOfOrder(pairs);
  const lossless = adapter.can?.tells.includes('results') === true;
  const judged = pairs.map((pair) => ({ pair, what: !pair.same ? 'target' as const : early.has(pair) ? 'order' as const : lossless && !sameResult(pair) ? 'result' as const : undefined }));
  const disagreements = [
    ...judged.flatMap(({ pair: { wire: call, stream: shown }, what }) => (what === undefined ? [] : [{ at: shown.seq, one: describe(what, call, shown) }])),
    ...only_stream.map((call) => ({ at: call.seq, one: describe('only-stream', undefined, call) })),
  ].sort((a, b) => a.at - b.at).map(({ one }) => one);
  const different = judged.filter(({ what }) => what !== undefined).length;
  const all = [...disagreements, ...only_wire.map((call) => describe('only-wire', call, undefined))];
  return {
    status: all.length === 0 ? 'agree' : 'differ',
    matched: pairs.length - different,
    only_stream: only_stream.length,
    only_wire: only_wire.length,
    different,
    results_compared: lossless ? judged.filter(({ pair, what }) => what === undefined && comparable(pair)).length : 0,
    disagreements: all.slice(0, SHOWN),
  };
}

/** Pairs that the stream shows before a call whose result the model had when it asked for them. */
function outOfOrder(pairs: readonly Pair[]): Set<Pair> {
  const latest = new Map<number, number>();
  for (const { wire, stream } of pairs) latest.set(wire.exchange, Math.max(latest.get(wire.exchange) ?? 0, stream.seq));
  return new Set(pairs.filter(({ wire, stream }) => wire.after.some((exchange) => (latest.get(exchange) ?? 0) > stream.seq)));
}

const comparable = ({ wire, stream, results }: Pair): boolean => results && wire.result !== undefined && stream.result !== undefined;

const sameResult = (pair: Pair): boolean => !comparable(pair) || sameOutput(pair.stream.result ?? '', pair.wire.result ?? '');

function describe(what: Disagreement['what'], wire: WireCall | undefined, stream: StreamCall | undefined): Disagreement {
  const results = what === 'result';
  return {
    what,
    session: wire?.session ?? stream?.session ?? 1,
    wire: wire ? { at: `exchange-${String(wire.exchange)}`, ...excerpts(wire, results) } : null,
    stream: stream ? { at: `seq-${String(stream.seq)}`, ...excerpts(stream, results) } : null,
  };
}

function excerpts({ name, arguments: given, result }: WireCall | StreamCall, withResult: boolean): { name: string; arguments: string; result?: string } {
  return { name, arguments: cut(JSON.stringify(given) ?? ''), ...(withResult && result !== undefined && { result: cut(result) }) };
}

const cut = (text: string): string => (text.length > EXCERPT_CHARACTERS ? `${text.slice(0, EXCERPT_CHARACTERS)}…` : text);
