import { join } from 'node:path';
import type { Signal } from '../agents/adapter.js';
import { conversationIds } from '../agents/conversation.js';
import { all } from '../common/all.js';
import { pretty } from '../common/json.js';
import type { AttemptStore } from '../evidence/attempt.js';
import { attribute } from './attribution/attribute.js';
import { ATTRIBUTION_FILE } from './attribution/file.js';
import { readTrace } from '../trace/read-trace.js';
import type { Recorder } from '../trace/recorder.js';
import { lastOf, type Captured, type Kept, type Planned } from './states.js';
import { canarySignals } from './reset/find-canaries.js';
import type { WireVerdict } from './wire-verdict.js';
import { witnessesOf, witnessFigures } from './witness.js';

export interface Kit {
  store: AttemptStore;
  recorder: Recorder;
  /** What the attempt is called in what it says of canaries. */
  name: string;
}

/** Memory that is on and that no session before the last has written cannot be what the last one is asked for. */
function unwritten({ trial }: Planned, sessions: readonly Kept[]): Signal[] {
  if (trial.sessions.length === 1) return [];
  const before = sessions.filter(({ session }) => session < trial.sessions.length);
  const never = (what: string): Signal => ({ blame: 'agent', kind: 'memory-never-written', message: `${what}, and no session before the last wrote any` });
  const unused = trial.services.filter(({ name, state }) => state.length > 0 && !before.some(({ services = [] }) => services.some((kept) => kept.name === name && kept.written.length > 0)));
  return [
    ...(trial.settings.memory === 'on' && !before.some(({ memory_written }) => memory_written.length > 0) ? [never('memory is on')] : []),
    ...unused.map(({ name }) => never(`service \`${name}\` keeps memory`)),
  ];
}

/**
 * Puts together what an attempt's sessions left: its answer, what its two witnesses say of each other, the signs that
 * something went wrong.
 * @param sessions at least one; the trace is complete
 */
export async function capture(planned: Planned, sessions: readonly Kept[], { store, recorder, name }: Kit, wire: WireVerdict | undefined): Promise<Captured> {
  const { trial } = planned;
  const last = lastOf({ sessions });
  const answer = last.session === trial.sessions.length ? last.answer : null;
  if (answer !== null) await store.write('answer.txt', answer);
  const events = await all(readTrace(join(store.dir, 'trace.jsonl')));
  const cut = sessions.some(({ exit }) => exit.reason !== 'exit');
  const { witness, signals: seen } = await witnessesOf({ dir: store.dir, events, adapter: trial.adapter, wire: wire?.witness, cut });
  if (wire) await store.write('witness.json', pretty(witness));
  await store.write(ATTRIBUTION_FILE, pretty(attribute(sessions.map(({ session, changes }) => ({ session, changes: Object.values(changes).flat() })), events, trial.adapter)));
  const signals = [...seen, ...unwritten(planned, sessions), ...(await canarySignals(store.dir, name))];
  return { ...planned, sessions, ...(wire && { wire }), counts: { ...recorder.counts }, session_ids: conversationIds(events), answer, signals, witnesses: witnessFigures(witness) };
}
