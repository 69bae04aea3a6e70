import { sha256 } from '../../common/digest.js';
import { digestOf } from '../../common/json.js';
import type { Redaction } from '../../evidence/bundle/redactions.js';
import type { Check } from '../../evidence/check.js';
import { batteryPart, type BatteryPart } from '../../protocol/battery/part.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';

/** publication.json: what was published, and what the gate found. */
export interface Publication {
  bundle: 1;
  campaign: string;
  /** Version of the protocol; null without a battery. */
  protocol: string | null;
  quarter: string | null;
  published_at: string;
  /** SHA-256 of the lock as canonical JSON (RFC 8785), and of the journal's last line. */
  lock_root: string;
  journal_head: string;
  journal_entries: number;
  configurations: number;
  tasks: number;
  runs: number;
  trials: number;
  /** What was run of which battery; null where there is none. */
  battery: BatteryPart | null;
  /** Kind → how many files and lines have some. */
  redactions: Record<string, number>;
  /** What `verify` checked before it was published, without a fault. */
  verified: Check['id'][];
  /** The one that ran it. */
  harness: { version: string; source_commit: string | null };
  published_with: string;
}

/** @param on as it is with its publication on the journal @param head the journal's last line */
export async function publicationFile(on: CampaignOnDisk, { published_at, head, verified, published_with, redactions }: Pick<Publication, 'published_at' | 'verified' | 'published_with'> & { head: string; redactions: readonly Redaction[] }): Promise<Publication> {
  const { campaign, entries } = on;
  const lock = await lockOf(on.dir);
  const { version = 'unknown', source_commit } = campaign.harness;
  const kinds: Record<string, number> = {};
  for (const kind of redactions.flatMap((one) => one.kinds).sort()) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return {
    bundle: 1,
    campaign: campaign.campaign,
    protocol: campaign.protocol,
    quarter: campaign.manifest.quarter ?? null,
    published_at,
    lock_root: digestOf(lock),
    journal_head: sha256(head),
    journal_entries: entries.length,
    configurations: campaign.manifest.configurations.length,
    tasks: Object.keys(lock.tasks).length + Object.keys(lock.scenarios).length,
    runs: campaign.manifest.runs,
    trials: campaign.trials.length,
    battery: batteryPart(campaign.manifest.battery),
    redactions: kinds,
    verified,
    harness: { version, source_commit: typeof source_commit === 'string' ? source_commit : null },
    published_with,
  };
}
