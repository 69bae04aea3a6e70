import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../../common/clock.js';
import { UserError } from '../../common/errors.js';
import type { Journal } from '../../evidence/journal.js';
import { Material } from '../../evidence/material.js';
import { Results } from '../../evidence/results.js';
import { Scrubber } from '../../gateway/redact/scrubber.js';
import { streamScrub } from '../../gateway/redact/stream-scrub.js';
import { lockedPins } from '../../protocol/harness.js';
import { drift } from '../../protocol/lock.js';
import type { HandTrial } from '../../trial/by-hand/trial.js';
import { resultsLine } from '../../trial/results-line.js';
import { claimedJournal } from '../claimed-journal.js';
import { finishOnce } from '../finished.js';
import { closeInterrupted } from '../interrupted.js';
import { refuseClosed } from '../closed.js';
import { readCampaign, type CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';
import { said } from '../said.js';
import { isOver, readSlots } from '../slots.js';
import { attachedSessions } from './attached.js';
import { completeByHand } from './complete.js';
import { parseResets } from './resets.js';
import { handTrial } from './trial.js';

export interface Attachment {
  trial: string;
  /** From 1. */
  session: number;
  response: Uint8Array;
  evidence: readonly { path: string; bytes: Uint8Array }[];
  /** `CLASS=HOW[:NOTE]` each. */
  resets: readonly string[];
  by: string;
  /** When the session was carried out, ISO 8601; now where it is not said. */
  at: string;
  latency_seconds: number | null;
  /** Why what was attached before is replaced; undefined where nothing was. */
  correct: string | undefined;
}

export interface Attached {
  trial: string;
  session: number;
  sessions: number;
  /** The attempt that it completed; null while sessions are missing. */
  attempt: number | null;
}

/**
 * Attaches what came back in one session of a trial that a person carries out. With the last one the trial is scored. What
 * was attached before is never overwritten: a correction is a further entry, and a further attempt.
 * @throws UserError where it does not fit the campaign, or is attached already
 */
export async function attach(dir: string, attachment: Attachment, clock: Clock): Promise<Attached> {
  const on = await readCampaign(dir);
  refuseClosed(dir, on.entries);
  const trial = await handTrial(on, attachment.trial);
  refuseSession(trial, attachment.session);
  const { by, correct, evidence } = attachment;
  for (const [option, texts] of Object.entries({ '--by': [by], '--correct': correct === undefined ? [] : [correct], '--reset': attachment.resets, '--evidence': evidence.map(({ path }) => basename(path)) })) {
    for (const text of texts) said(text, option);
  }
  const resets = parseResets(attachment.resets, trial.sessions[attachment.session - 1]?.keeps ?? []);
  await refuseDrift(dir);
  return claimedJournal(dir, clock, (journal) => attachTo(on, journal, trial, { ...attachment, resets }, clock));
}

type Checked = Omit<Attachment, 'resets'> & { resets: ReturnType<typeof parseResets> };

async function attachTo(on: CampaignOnDisk, journal: Journal, trial: HandTrial, attachment: Checked, clock: Clock): Promise<Attached> {
  const { session, by, at, resets, latency_seconds, correct } = attachment;
  await closeInterrupted(journal, on.dir);
  const results = await Results.open(on.dir, journal, (id, attempt) => resultsLine(on.dir, id, attempt));
  const evidence = { on, journal, results, clock };
  try {
    // What an attachment before this one left undone because its harness died.
    await completeByHand(evidence);
    refuseOrder(trial, session, attachedSessions(journal.entries, trial.id), correct);
    const material = await Material.open(on.dir);
    const response = await material.put(await withoutCredentials(attachment.response));
    const files = [];
    for (const { path, bytes } of attachment.evidence) {
      const clean = await withoutCredentials(bytes);
      files.push({ name: basename(path), sha256: await material.put(clean), bytes: clean.length });
    }
    await journal.append({ type: 'session.attached', trial: trial.id, session, by, at, response, evidence: files, resets, latency_seconds, corrects: correct ?? null });
    await completeByHand(evidence);
  } finally {
    await results.close();
  }
  await finish(on, journal);
  return { trial: trial.id, session, sessions: trial.sessions.length, attempt: readSlots(journal.entries).get(trial.id)?.valid ?? null };
}

/** A product may show a key, and an export of its chat hold one: what looks like a credential is masked, as in what agents print. */
const withoutCredentials = (bytes: Uint8Array): Promise<Buffer> => buffer(Readable.from([Buffer.from(bytes)]).pipe(streamScrub(new Scrubber([]))));

/** A campaign that waited for nothing but this is over. */
async function finish({ campaign }: CampaignOnDisk, journal: Journal): Promise<void> {
  const slots = readSlots(journal.entries);
  if (campaign.trials.every((id) => isOver(slots.get(id)))) await finishOnce(journal);
}

function refuseSession({ id, sessions }: HandTrial, session: number): void {
  if (session <= sessions.length) return;
  const has = sessions.length === 1 ? 'one session' : `${String(sessions.length)} sessions`;
  throw new UserError('CLEANSLATE_ATTACH', `${id} has ${has}, and no session ${String(session)}`, { where: '--session', hint: 'see `cleanslate prepare DIR TRIAL`' });
}

/** A later session stands on the ones before it. */
function refuseOrder({ id }: HandTrial, session: number, attached: ReadonlyMap<number, { by: string; at: string }>, correct: string | undefined): void {
  const before = attached.get(session);
  const refuse = (message: string, hint: string): UserError => new UserError('CLEANSLATE_ATTACH', message, { where: id, hint });
  if (before && correct === undefined) throw refuse(`session ${String(session)} is attached already, by ${before.by} at ${before.at}`, 'nothing is overwritten; to correct it, give the reason with --correct');
  if (!before && correct !== undefined) throw refuse(`session ${String(session)} has nothing to correct`, 'leave out --correct');
  const missing = Array.from({ length: session - 1 }, (_, index) => index + 1).find((earlier) => !attached.has(earlier));
  if (missing !== undefined) throw refuse(`session ${String(missing)} comes before session ${String(session)}, and is not attached`, `attach session ${String(missing)} first`);
}

/** What is attached is scored by the scorer that the campaign is locked with, or not at all. */
async function refuseDrift(dir: string): Promise<void> {
  const { harness } = await lockOf(dir);
  const differences = drift({ harness }, { harness: lockedPins() });
  if (differences.length === 0) return;
  throw new UserError('CLEANSLATE_CAMPAIGN_DIFFERS', `holds a campaign that was locked with other: ${differences.join(', ')}`, { where: dir, hint: 'use the version of this program that it was started with' });
}

