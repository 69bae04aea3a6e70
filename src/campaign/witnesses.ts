import { attemptPath } from '../evidence/layout.js';
import { readAttemptRecord } from '../trial/attempt-record.js';
import { promptModeTools } from '../trial/prompt-tools.js';
import type { CampaignOnDisk } from './read-campaign.js';

/** What a campaign's summary says of how its attempts were seen. */
export interface SeenAttempts {
  /** Attempts whose agent's stream and whose wire tell of different tool calls. */
  differing_witnesses: string[];
  /** Lines of agents' output that no parser knew, over all attempts, and in how many. */
  unparsed: { lines: number; attempts: number };
  /** Attempts in mode `prompt` whose agent called tools all the same. */
  tools_in_prompt_mode: string[];
}

const UNREADABLE = { witnesses: null, unparsed: 0, mode: 'workspace', tool_calls: 0 } as const;

/** Looks through every ended attempt, those that do not count among them. */
export async function seenAttempts({ dir, entries }: CampaignOnDisk): Promise<SeenAttempts> {
  const seen: SeenAttempts = { differing_witnesses: [], unparsed: { lines: 0, attempts: 0 }, tools_in_prompt_mode: [] };
  for (const entry of entries) {
    if (entry.type !== 'attempt.sealed') continue;
    // What cannot be read any more is for `verify` to tell.
    const record = await readAttemptRecord(dir, entry.trial, entry.attempt).catch(() => UNREADABLE);
    const { witnesses, unparsed } = record;
    if (witnesses?.status === 'differ') seen.differing_witnesses.push(attemptPath(entry.trial, entry.attempt));
    if ((promptModeTools(record) ?? 0) > 0) seen.tools_in_prompt_mode.push(attemptPath(entry.trial, entry.attempt));
    if (unparsed === 0) continue;
    seen.unparsed.lines += unparsed;
    seen.unparsed.attempts += 1;
  }
  seen.differing_witnesses.sort();
  seen.tools_in_prompt_mode.sort();
  return seen;
}
