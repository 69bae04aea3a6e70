import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_FILE } from '../../evidence/layout.js';
import { readSide, type Side } from '../../trial/compare/side.js';
import { pickAttempt, type PickedAttempt } from '../pick-attempt.js';
import type { CampaignOnDisk } from '../read-campaign.js';

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
}

/** Reads the attempt that `show` would take, or the one that is asked for. */
export async function readOriginal(campaign: CampaignOnDisk, trial: string, asked: string | undefined): Promise<Original> {
  const picked = pickAttempt(campaign, trial, asked);
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
  };
}
