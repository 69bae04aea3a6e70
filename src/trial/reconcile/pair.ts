import type { SeenCall, Shown } from '../../agents/adapter.js';
import type { StreamCall } from './stream-calls.js';
import { targetOf } from './target.js';
import type { WireCall } from './wire-calls.js';

/** One call that the stream should show, because the wire has what it comes from. */
interface Expected {
  wire: WireCall;
  name: string;
  /** undefined: any. */
  target: string | undefined;
  maybe: boolean;
  /** Stands for whatever else the same call brings about. */
  open: boolean;
  /** Its call on the wire is this one alone, so that their ids may be the same. */
  alone: boolean;
  /** What the model was told of it is what the tool gave back. */
  results: boolean;
}

export interface Pair {
  wire: WireCall;
  stream: StreamCall;
  same: boolean;
  /** Their results can be held against each other. */
  results: boolean;
}

export interface Paired {
  pairs: Pair[];
  only_wire: WireCall[];
  only_stream: StreamCall[];
}

/**
 * Finds for each call of the wire the one in the stream: by its id where both have it, then by name and target in the
 * order in which they came, and what is left over between the same neighbours goes together as different.
 */
export function pairCalls(wire: readonly WireCall[], stream: readonly StreamCall[], shown: ((call: SeenCall) => Shown) | undefined): Paired {
  const expected = wire.flatMap((call) => expectedOf(call, shown));
  const place = new Map(expected.map((one, at) => [one, at]));
  const found = new Map<StreamCall, Expected>();
  const taken = new Set<Expected>();
  const take = (from: Map<string, Expected[]>, key: string, call: StreamCall): void => {
    const one = from.get(key)?.shift();
    if (!one) return;
    found.set(call, one);
    taken.add(one);
  };
  const byId = grouped(expected.filter(({ alone }) => alone), ({ wire: { session, id } }) => `${String(session)} ${id}`);
  for (const call of stream) if (call.id !== undefined) take(byId, `${String(call.session)} ${call.id}`, call);
  const byTarget = grouped(expected.filter((one) => !taken.has(one) && one.target !== undefined), ({ wire: { session }, name, target = '' }) => keyOf(session, name, target));
  for (const call of stream) if (!found.has(call)) take(byTarget, keyOf(call.session, call.name, targetOf(call)), call);
  const sure = [...found].map(([call, one]): Pair => ({ wire: one.wire, stream: call, same: fits(one, call), results: one.results }));
  const rest = pairRest(expected, stream, found, taken, place);
  return { ...rest, pairs: [...sure, ...rest.pairs].sort((a, b) => a.stream.seq - b.stream.seq) };
}

function expectedOf(wire: WireCall, shown: ((call: SeenCall) => Shown) | undefined): Expected[] {
  const { calls, open = false, results = true }: Shown = shown?.(wire) ?? { calls: [{ name: wire.name, arguments: wire.arguments }] };
  const all = calls.map((call): Expected => ({
    wire, name: plain(call.name), target: call.arguments === undefined ? undefined : targetOf(call),
    maybe: wire.unsure || call.maybe === true, open: false, alone: calls.length === 1 && !open, results: results && calls.length === 1 && !open,
  }));
  return open ? [...all, { wire, name: '', target: undefined, maybe: true, open, alone: false, results: false }] : all;
}

/** What is left over: walks both sides from one pair to the next. */
function pairRest(expected: readonly Expected[], stream: readonly StreamCall[], found: Map<StreamCall, Expected>, taken: Set<Expected>, place: Map<Expected, number>): Paired {
  const gaps = new Map<number, { expected: Expected[]; stream: StreamCall[] }>();
  const gap = (at: number): { expected: Expected[]; stream: StreamCall[] } => {
    const known = gaps.get(at) ?? { expected: [], stream: [] };
    gaps.set(at, known);
    return known;
  };
  let last = -1;
  expected.forEach((one, at) => {
    if (taken.has(one)) last = at;
    else gap(last).expected.push(one);
  });
  last = -1;
  for (const call of stream) {
    const one = found.get(call);
    if (one) last = Math.max(last, place.get(one) ?? last);
    else gap(last).stream.push(call);
  }
  const parts = [...gaps].sort(([a], [b]) => a - b).map(([, { expected: left, stream: right }]) => pairGap(left, right));
  return { pairs: parts.flatMap(({ pairs }) => pairs), only_wire: parts.flatMap(({ only_wire }) => only_wire), only_stream: parts.flatMap(({ only_stream }) => only_stream) };
}

function pairGap(left: readonly Expected[], right: readonly StreamCall[]): Paired {
  const pairs: Pair[] = [];
  const only_wire: WireCall[] = [];
  const waiting = [...right];
  const open = left.find((one) => one.open);
  for (const one of left) {
    if (one.open) continue;
    const next = waiting[0];
    const same = next !== undefined && next.session === one.wire.session && fits(one, next);
    if (same || (next !== undefined && !one.maybe && !open && next.session === one.wire.session)) {
      pairs.push({ wire: one.wire, stream: next, same, results: one.results });
      waiting.shift();
    } else if (!one.maybe) only_wire.push(one.wire);
  }
  if (!open) return { pairs, only_wire, only_stream: waiting };
  return { pairs: [...pairs, ...waiting.map((call) => ({ wire: open.wire, stream: call, same: true, results: false }))], only_wire, only_stream: [] };
}

const fits = ({ name, target }: Expected, call: StreamCall): boolean => name === plain(call.name) && (target === undefined || target === targetOf(call));

const keyOf = (session: number, name: string, target: string): string => `${String(session)} ${plain(name)} ${target}`;

/** Names are the same but for case and separators. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function grouped(items: readonly Expected[], keyFor: (item: Expected) => string): Map<string, Expected[]> {
  const groups = new Map<string, Expected[]>();
  for (const item of items) {
    const key = keyFor(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
