import { conversationIds } from '../agents/conversation.js';
import type { AttemptStore } from '../evidence/attempt.js';
import type { Material } from '../evidence/material.js';
import { pretty } from '../common/json.js';
import { HOME, WORKSPACE } from '../sandbox/layout.js';
import { captureChanges } from '../trace/capture.js';
import type { Recorder } from '../trace/recorder.js';
import { MAX_ANSWER_BYTES, outcomeOf } from './answer.js';
import { STATE_ROOTS } from './context.js';
import { seededFiles } from './seed/seeded-files.js';
import type { Captured, Ran } from './states.js';
import { witnessesOf, witnessFigures } from './witness.js';

/**
 * Keeps everything the agent left, after the last of its processes has ended: what changed in home and workspace,
 * its answer, and the signs that something went wrong.
 * @param closeTrace ends trace.jsonl: the answer may stand in it
 */
export async function capture(ran: Ran, store: AttemptStore, recorder: Recorder, closeTrace: () => Promise<void>, material: Material): Promise<Captured> {
  const { sandbox, trial, initial, exit } = ran;
  await sandbox.kill();
  const after = await sandbox.inventory(STATE_ROOTS, initial);
  const { files_changed } = await captureChanges({
    roots: { workspace: WORKSPACE, home: HOME },
    before: initial,
    after,
    read: (paths) => sandbox.read(paths),
    seeded: seededFiles(trial.seed, material),
    write: (name, data) => store.write(name, data),
  });
  await closeTrace();
  const { outcome, cut } = await outcomeOf(store.dir, exit.code, trial.settings.model, sandbox, after);
  // What an agent had said when its time ran out was not yet its answer.
  const answer = exit.reason === 'exit' ? await trial.adapter.answer(outcome) : null;
  if (answer !== null) await store.write('answer.txt', answer);
  const message = `standard output is longer than ${String(MAX_ANSWER_BYTES)} bytes: the answer was looked for at its end`;
  const signals = [...(exit.reason === 'exit' ? trial.adapter.classify(outcome) : []), ...(cut ? [{ blame: 'agent', kind: 'output-cut', message } as const] : [])];
  const session_ids = conversationIds(outcome.events);
  const witness = await witnessesOf({ dir: store.dir, events: outcome.events, adapter: trial.adapter, wire: ran.wire?.witness, cut: exit.reason !== 'exit' });
  if (ran.wire) await store.write('witness.json', pretty(witness));
  return { ...ran, files_changed, counts: { ...recorder.counts }, session_ids, answer, signals, witnesses: witnessFigures(witness) };
}
