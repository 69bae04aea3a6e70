import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRedactions } from '../../evidence/bundle/redactions.js';
import { attemptPath, LOCK_FILE } from '../../evidence/layout.js';
import { attemptsOnJournal, verifySealed } from '../../evidence/verify-attempts.js';
import { readSide, type Side } from '../../trial/compare/side.js';
import { pickAttempt, type PickedAttempt } from '../pick-attempt.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { missing } from './bytes.js';
import { redactedKinds } from './redacted.js';

/** The attempt that is reproduced, and what it ran on. */
export interface Original extends PickedAttempt {
  side: Side;
  sandbox: { kind: 'docker' | 'local'; isolation: string };
  /** By image folder, `sha256:…`; null for sandboxes that have none. */
  imageDigest(image: string): string | null;
  /** The same of any image of the campaign: what runs beside the agent. */
  lockedImage(image: string): string | null;
  /** Its recorded traffic, where there is some. */
  wire: string | undefined;
  /** Files of its evidence that are not as they were sealed. */
  changed: string[];
  /** Kinds of what its publisher took out of its evidence. */
  redacted: string[];
}

/**
 * Reads the attempt that `show` would take, or the one that is asked for.
 * @throws UserError CLEANSLATE_REPLAY_MISSING where its evidence is not all here: what is gone would be taken for a difference
 */
export async function readOriginal(campaign: CampaignOnDisk, trial: string, asked: string | undefined): Promise<Original> {
  const picked = pickAttempt(campaign, trial, asked);
  const changed = await changedEvidence(campaign, picked);
  const side = await readSide(picked.dir);
  const lock = JSON.parse(await readFile(join(campaign.dir, LOCK_FILE), 'utf8').catch(() => '{}')) as { images?: Record<string, string | null>; sandbox?: { kind: string; isolation: string } };
  const { kind, isolation } = side.record?.sandbox ?? lock.sandbox ?? { kind: 'docker', isolation: 'container' };
  const wire = join(picked.dir, 'wire.jsonl');
  return {
    ...picked,
    side,
    sandbox: { kind: kind === 'local' ? 'local' : 'docker', isolation },
    lockedImage: (image) => lock.images?.[image] ?? null,
    imageDigest: (image) => side.record?.sandbox.image_digest ?? lock.images?.[image] ?? null,
    wire: existsSync(wire) ? wire : undefined,
    changed,
    redacted: redactedKinds(await readRedactions(campaign.dir), attemptPath(trial, picked.attempt)),
  };
}

async function changedEvidence({ dir, entries }: CampaignOnDisk, { trial, attempt }: PickedAttempt): Promise<string[]> {
  const path = attemptPath(trial, attempt);
  const sealed = attemptsOnJournal({ entries }).get(path);
  if (typeof sealed !== 'string') return [];
  const { faults } = await verifySealed({ dir, redactions: await readRedactions(dir) }, path, sealed);
  // What answers from the traffic says itself that it is missing: without it, a model can still be asked anew.
  const gone = faults.find((fault) => fault.endsWith(': missing') && !fault.endsWith('/wire.jsonl: missing'));
  if (gone !== undefined) throw missing(join(dir, gone.replace(/: missing$/, '')), 'is missing: it belongs to the evidence of the trial', 'copy the whole campaign');
  return faults;
}
