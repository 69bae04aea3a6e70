import { join } from 'node:path';
import { UserError } from '../common/errors.js';

/** Names of the files and folders of a campaign directory (contract, "A campaign on disk"; docs/campaign-directory.md). */
export const CAMPAIGN_FILE = 'campaign.json';
export const LOCK_FILE = 'lock.json';
export const JOURNAL_FILE = 'journal.jsonl';
export const HEAD_FILE = 'journal.head';
export const RESULTS_FILE = 'results.jsonl';
export const MATERIAL_DIR = 'material';
export const TRIALS_DIR = 'trials';
/** What each configuration proved before the first trial; one folder for each, with an attempt for each time. */
export const PREFLIGHT_DIR = 'preflight';
/** Made from the evidence and at any time again, so `verify` leaves it alone. */
export const REPORT_DIR = 'report';
/** What replays kept: beside the evidence, and no part of it. */
export const REPLAYS_DIR = 'replays';

/** What a published bundle has beside a campaign's evidence (docs/publish.md). */
export const BUNDLE_FILE = 'bundle.sha256';
export const REDACTIONS_FILE = 'redactions.json';
export const PUBLICATION_FILE = 'publication.json';
export const CRATE_FILE = 'ro-crate-metadata.json';
export const BUNDLE_README = 'README.md';
export const TABLES_DIR = 'tables';

/** Prefix of the file that says which process runs the campaign now; the owner follows. */
export const OWNER_PREFIX = 'owner.';

/** In an attempt: the digests of all its other files, and what was put into material/ for it. */
export const EVIDENCE_FILE = 'evidence.sha256';
export const MATERIAL_LIST = 'material.jsonl';
/** In an attempt whose harness died: why it was closed. */
export const INTERRUPTED_FILE = 'interrupted.json';

export const sessionDir = (session: number): string => `session-${String(session)}`;
/** What a turn printed, as it came: `stdout`, and `stdout-turn-<n>` of each further turn. */
export const outputFile = (session: number, turn: number, stream: 'stdout' | 'stderr'): string =>
  `${sessionDir(session)}/${stream}${turn === 1 ? '' : `-turn-${String(turn)}`}`;
export const promptFile = (session: number, turn: number): string => `${sessionDir(session)}/prompts/turn-${String(turn)}.txt`;
/** What a service kept in a session, and the proof of what it was given. */
export const serviceDir = (session: number, service: string): string => `${sessionDir(session)}/services/${service}`;
/** Where the file changes of a session are: `changes` of the last one that was planned, `session-<k>/changes` of those before it. */
export const changesDir = (session: number, planned: number): string => (session === planned ? 'changes' : `${sessionDir(session)}/changes`);
export const attemptName = (attempt: number): string => `attempt-${String(attempt)}`;
/** Ends the name of a folder where an attempt is put together; it gets its own name when it is sealed. */
export const PARTIAL = '.partial';
export const partialName = (attempt: number): string => `${attemptName(attempt)}${PARTIAL}`;

/** `trials/<trial>/attempt-<n>`, as it stands in the messages of `verify`. */
export const attemptPath = (trial: string, attempt: number): string =>
  `${TRIALS_DIR}/${trial}/${attemptName(attempt)}`;

/** `preflight/<configuration>/attempt-<n>`: sealed like an attempt of a trial. */
export const preflightPath = (configuration: string, number: number): string => `${PREFLIGHT_DIR}/${assertTrialId(configuration)}/${attemptName(number)}`;

export const attemptDir = (campaignDir: string, trial: string, attempt: number): string =>
  join(campaignDir, TRIALS_DIR, assertTrialId(trial), attemptName(attempt));

export const partialDir = (campaignDir: string, trial: string, attempt: number): string =>
  join(campaignDir, TRIALS_DIR, assertTrialId(trial), partialName(attempt));

/** `attempt-3` is 3; undefined for any other name. */
export function parseAttemptName(name: string): number | undefined {
  const match = /^attempt-([1-9]\d*)$/.exec(name);
  return match ? Number(match[1]) : undefined;
}

/** One path segment of `a-z 0-9 . _ -` that is neither `.` nor `..` and that every file system can hold. */
export const isTrialId = (trial: string): boolean => /^(?!\.{1,2}$)[a-z0-9._-]{1,200}$/.test(trial);

/** The id, if it is one. Throws a UserError: trial ids come from manifests and command lines. */
export function assertTrialId(trial: string): string {
  if (isTrialId(trial)) return trial;
  throw new UserError('CLEANSLATE_TRIAL_ID', `not a trial id: ${JSON.stringify(trial)}`, {
    hint: 'a trial id is one path segment of a-z, 0-9, ".", "_" and "-", at most 200 characters',
  });
}
