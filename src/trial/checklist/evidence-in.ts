import { join } from 'node:path';
import type { Material } from '../../evidence/material.js';
import type { Evidence, SessionEvidence } from '../../scoring/checklist/evidence.js';
import { optionalText } from '../attempt-files.js';
import { callsIn } from './calls-in.js';
import { filesOfSession, type SessionFiles } from './files-of-session.js';

export interface AttemptFolder {
  /** The attempt's own folder, sealed or about to be. */
  dir: string;
  /** How many its task has. */
  sessions: number;
  material: Material;
  /** Whether the agent's own output shows its tool calls; without it, no trace can say that there were none. */
  showsCalls: boolean;
}

/**
 * What the checks of a task look at, from the files of an attempt alone, so that the same evidence gives the same score at any time.
 * A session that was not begun left everything as it was.
 * @throws HarnessError CLEANSLATE_EVIDENCE where the files do not fit together
 */
export async function evidenceIn({ dir, sessions, material, showsCalls }: AttemptFolder): Promise<Evidence> {
  const answer = await optionalText(join(dir, 'answer.txt'));
  const calls = showsCalls ? await callsIn(join(dir, 'trace.jsonl')) : undefined;
  const seen: SessionEvidence[] = [];
  let last: SessionFiles = { before: new Map(), after: new Map() };
  for (let session = 1; session <= sessions; session++) {
    last = (await filesOfSession(dir, session, sessions, material)) ?? { before: last.after, after: last.after };
    // Of the sessions before the last no check looks at what was said.
    seen.push({ ...last, calls: calls ? (calls.get(session) ?? []) : null, replies: session === sessions && answer !== undefined ? [answer] : [] });
  }
  return { sessions: seen };
}
