import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../common/digest.js';
import { UserError } from '../../common/errors.js';
import { CAMPAIGN_FILE, MATERIAL_DIR } from '../../evidence/layout.js';

/**
 * What a campaign holds by digest, as it stands in its directory now. Bytes that are not those of their name are handed out
 * all the same, and told: what a changed seed leads to is a question that replay answers.
 */
export class CampaignBytes {
  /** What is not as its name says: path and what it is for. */
  readonly changed = new Map<string, string>();

  constructor(private readonly dir: string) {}

  /**
   * @param digest undefined where campaign.json names none
   * @param use for messages: `workspace`, `prompt`, …
   * @throws UserError CLEANSLATE_REPLAY_MISSING
   */
  async get(digest: string | undefined, use: string): Promise<Buffer> {
    if (digest === undefined) throw missing(join(this.dir, CAMPAIGN_FILE), `names no ${use} of this trial`, 'it was written by another version of this program');
    const path = `${MATERIAL_DIR}/${digest}`;
    const bytes = await readFile(join(this.dir, path)).catch((cause: unknown) => {
      throw missing(join(this.dir, path), `is missing: the ${use} that the trial started from`, 'copy the whole campaign, material/ included', cause);
    });
    if (sha256(bytes) !== digest) this.changed.set(path, use);
    return bytes;
  }
}

/** Something without which a trial cannot be reproduced here. */
export const missing = (where: string, message: string, hint: string, cause?: unknown): UserError =>
  new UserError('CLEANSLATE_REPLAY_MISSING', message, { where, hint, cause });
