import { join } from 'node:path';
import type { AgentAdapter, Signal } from '../agents/adapter.js';
import { messageOf } from '../common/errors.js';
import { readWire } from '../gateway/record/read-wire.js';
import type { TraceEvent } from '../trace/events.js';
import { reconcile } from './reconcile/reconcile.js';
import { sandboxRefusal } from './reconcile/sandbox-refusal.js';
import { streamCalls } from './reconcile/stream-calls.js';
import { WireCallReader } from './reconcile/wire-calls.js';
import type { WitnessFile, Witnesses } from './reconcile/witness.js';

export interface Seen {
  /** Where the attempt's wire.jsonl is. */
  dir: string;
  events: readonly TraceEvent[];
  adapter: AgentAdapter;
  /** Whether what the agent asked its model was seen; undefined for agents that have none. */
  wire: 'present' | 'absent' | undefined;
  /** The agent was ended from outside. */
  cut: boolean;
}

/** What comes of looking at both. */
export interface Looked {
  /** What they say of each other. Decides nothing. */
  witness: WitnessFile;
  /** That the agent could not use its tools, which some tell their model alone. */
  signals: Signal[];
}

/**
 * Looks at the two witnesses of an attempt: its agent's own stream, and the wire. Never fails: an attempt whose witnesses
 * cannot be compared says so.
 */
export async function witnessesOf(seen: Seen): Promise<Looked> {
  const signals: Signal[] = [];
  return { witness: await compare(seen, signals), signals };
}

async function compare({ dir, events, adapter, wire, cut }: Seen, signals: Signal[]): Promise<WitnessFile> {
  const stream = streamCalls(events);
  const sees = adapter.knows.tools;
  if (wire !== 'present') return { ...nothing, status: sees ? 'one-sided' : 'none', only_stream: stream.length };
  try {
    const reader = new WireCallReader();
    for await (const record of readWire(join(dir, 'wire.jsonl'))) reader.take(record);
    const calls = reader.end(cut);
    signals.push(...sandboxRefusal(calls.calls, adapter.refused));
    if (!sees) return { ...nothing, status: 'one-sided', only_wire: calls.calls.length };
    return reconcile(calls, stream, adapter);
  } catch (error) {
    return { ...nothing, status: 'none', why: messageOf(error) };
  }
}

const nothing = { matched: 0, only_stream: 0, only_wire: 0, different: 0, results_compared: 0, disagreements: [] } satisfies Omit<WitnessFile, 'status'>;

/** The figures of witness.json that attempt.json repeats. */
export const witnessFigures = ({ status, matched, only_stream, only_wire, different, results_compared }: WitnessFile): Witnesses => ({
  status, matched, only_stream, only_wire, different, results_compared,
});
