import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../../common/json.js';
import { readRedactions } from '../../evidence/bundle/redactions.js';
import { readChain } from '../../evidence/chain.js';
import { JOURNAL_FILE } from '../../evidence/layout.js';
import { lockOf } from '../read-lock.js';

/** What of a campaign can be anchored: the root of its lock, and the journal as far as it has come. */
export type AnchorOf = 'lock' | 'journal';

/** The digests that an anchor of a campaign can stand for. */
export interface AnchorTargets {
  /** SHA-256 of the lock as canonical JSON (RFC 8785). */
  lock: string;
  /** Of each line of the journal: that of the last one is its head. */
  journal: readonly string[];
}

/** Those of a campaign or a bundle. */
export async function anchorTargets(dir: string): Promise<AnchorTargets> {
  return { lock: digestOf(await lockOf(dir)), journal: readChain(await readFile(join(dir, JOURNAL_FILE)), await readRedactions(dir)).digests };
}

/** What a digest is of a campaign; undefined where it is none of its own. */
export const targetOf = ({ lock, journal }: AnchorTargets, digest: string): AnchorOf | undefined => (digest === lock ? 'lock' : journal.includes(digest) ? 'journal' : undefined);
