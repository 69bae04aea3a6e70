import { attemptPath } from '../evidence/layout.js';
import { readAttemptRecord, type AttemptRecord } from '../trial/attempt-record.js';
import { promptModeTools } from '../trial/prompt-tools.js';
import type { CampaignOnDisk } from './read-campaign.js';

/** What a campaign's summary says of how its attempts were seen. */
export interface SeenAttempts {
  /** Attempts whose agent's stream and whose wire tell of different tool calls. */
  differing_witnesses: string[];
  /** Lines of agents' output that no parser knew, over all attempts, and in how many. */
  unparsed: { lines: number; attempts: number };
  /** Configurations whose requests were not seen, and those among them that had a real credential inside. */
  unseen: { configurations: string[]; credential_inside: string[] };
  /** Attempts in mode `prompt` whose agent called tools all the same. */
  tools_in_prompt_mode: string[];
  /** Sessions that began, each from the declared state; attempts in which one was refused for it was not in the declared state. */
  reset_proofs: { sessions: number; refused: string[] };
  /** Attempts that saw what another one, or an earlier session of their own, had left. */
  canaries_seen: string[];
  /** Configuration → what its agent left in trials of several sessions that its table does not know, sorted. */
  undeclared: Record<string, string[]>;
  /** Attempts in which memory was on and was not written. */
  memory_not_written: string[];
}

/** Looks through every ended attempt, those that do not count among them. */
export async function seenAttempts({ dir, entries }: CampaignOnDisk): Promise<SeenAttempts> {
  const seen: SeenAttempts = {
    differing_witnesses: [], unparsed: { lines: 0, attempts: 0 }, tools_in_prompt_mode: [], unseen: { configurations: [], credential_inside: [] }, reset_proofs: { sessions: 0, refused: [] }, canaries_seen: [], undeclared: {}, memory_not_written: [],
  };
  for (const entry of entries) {
    if (entry.type !== 'attempt.sealed') continue;
    // What cannot be read any more is for `verify` to tell.
    const record = await readAttemptRecord(dir, entry.trial, entry.attempt).catch(() => undefined);
    if (record) add(seen, record, attemptPath(entry.trial, entry.attempt));
  }
  for (const list of [seen.differing_witnesses, seen.tools_in_prompt_mode, seen.reset_proofs.refused, seen.canaries_seen, seen.memory_not_written, ...Object.values(seen.unseen), ...Object.values(seen.undeclared)]) list.sort();
  return seen;
}

function add(seen: SeenAttempts, record: AttemptRecord, path: string): void {
  const { witnesses, unparsed, initial_state, sessions, signals, undeclared, configuration } = record;
  if (record.wire_witness === 'absent') addOnce(seen.unseen.configurations, configuration);
  if (record.credential_inside) addOnce(seen.unseen.credential_inside, configuration);
  const has = (...kinds: string[]): boolean => signals.some(({ kind }) => kinds.includes(kind));
  if (witnesses?.status === 'differ') seen.differing_witnesses.push(path);
  if ((promptModeTools(record) ?? 0) > 0) seen.tools_in_prompt_mode.push(path);
  if (unparsed > 0) {
    seen.unparsed.lines += unparsed;
    seen.unparsed.attempts += 1;
  }
  seen.reset_proofs.sessions += sessions?.length ?? (initial_state === null ? 0 : 1);
  if (has('CLEANSLATE_RESET')) seen.reset_proofs.refused.push(path);
  if (has('CLEANSLATE_CANARY', 'canary')) seen.canaries_seen.push(path);
  if (has('memory-not-written', 'memory-never-written')) seen.memory_not_written.push(path);
  if (sessions && undeclared.length > 0) seen.undeclared[configuration] = [...new Set([...(seen.undeclared[configuration] ?? []), ...undeclared])];
}

function addOnce(names: string[], name: string): void {
  if (!names.includes(name)) names.push(name);
}
