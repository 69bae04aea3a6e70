import { join } from 'node:path';
import { HarnessError } from '../../common/errors.js';
import { AttemptStore } from '../../evidence/attempt.js';
import { runAttempt } from '../../trial/attempt.js';
import type { AttemptRecord } from '../../trial/attempt-record.js';
import { judgeSession } from '../preflight/judge.js';
import type { ProbePlace } from './place.js';
import { reachedMarks } from './reached.js';
import { FINDING } from './task.js';
import { markedTrial, type Marked } from './trial.js';
import { writtenPaths } from './written.js';

/** What one run of an agent among marked files showed. */
export interface Seen {
  /** Path → when its mark was in a request; nothing where it never was. */
  reached: ReadonlyMap<string, 'first' | 'read'>;
  written: readonly string[];
}

/**
 * Runs the agent once among marked files, as a trial is run.
 * @param number from 1: which look it is
 * @throws HarnessError CLEANSLATE_PROBE where it did not come to its end, or no tool gave back the file that it was asked about
 */
export async function look(marked: Marked, number: number, { context }: ProbePlace): Promise<Seen> {
  const { adapter, files } = marked;
  const trial = await markedTrial(marked, context.material);
  const store = await AttemptStore.ofPreflight(context.campaignDir, adapter.id, number);
  let seen: Seen | undefined;
  const conclude = async (record: AttemptRecord): Promise<void> => {
    const { cause } = await judgeSession(record, adapter.knows.tools, FINDING, store.dir);
    if (cause) throw new HarnessError('CLEANSLATE_PROBE', `${adapter.id} did not come to its end among the marked files: ${cause.message}`);
    seen = { reached: await reachedMarks(join(store.dir, 'wire.jsonl'), files), written: await writtenPaths(store.dir) };
  };
  await runAttempt({ trial, attempt: number }, { ...context, keeping: { store, conclude } });
  if (!seen) throw new TypeError('a look that saw nothing');
  return seen;
}
