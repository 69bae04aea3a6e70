import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from '../../common/inventory.js';
import { decodePath, isBelow } from '../../common/paths.js';
import { changesDir, sessionDir } from '../../evidence/layout.js';
import type { Material } from '../../evidence/material.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import type { Files, FileState } from '../../scoring/checklist/evidence.js';
import { textOf } from '../../trace/patches.js';
import { optionalJson } from '../attempt-files.js';
import type { ResetRecord } from '../reset/reset-record.js';
import { seededFiles } from '../seed/seeded-files.js';
import { textsOfChanges } from './texts-of-changes.js';

export interface SessionFiles {
  before: Files;
  after: Files;
}

/** Text of a digest; null where it is none, or is not kept. */
type TextOf = (sha256: string) => Promise<string | null>;

/**
 * The workspace before and after a session, from its inventories: text comes from what it was seeded with and from what was kept of its
 * changes. Git's own files are no files of the project. Undefined where the session was not begun.
 */
export async function filesOfSession(dir: string, session: number, sessions: number, material: Material): Promise<SessionFiles | undefined> {
  const initial = await optionalJson<{ entries: Entry[] }>(join(dir, sessionDir(session), 'initial.json'));
  const reset = await optionalJson<ResetRecord>(join(dir, sessionDir(session), 'reset.json'));
  const folder = join(dir, changesDir(session, sessions), 'workspace');
  const left = await readFile(join(folder, 'inventory.json'), 'utf8').catch(() => undefined);
  if (!initial || !reset || left === undefined) return undefined;
  const seeded = seededFiles(reset.seed, material);
  const before: TextOf = async (digest) => {
    const bytes = await seeded(digest);
    return (bytes && textOf(bytes)) ?? null;
  };
  const changed = await textsOfChanges(folder, before);
  const after: TextOf = (digest) => (changed.has(digest) ? Promise.resolve(changed.get(digest) ?? null) : before(digest));
  return { before: await files(initial.entries, before), after: await files((JSON.parse(left) as { entries: Entry[] }).entries, after) };
}

async function files(entries: readonly Entry[], textFor: TextOf): Promise<Files> {
  const found = new Map<string, FileState>();
  for (const { path, type, sha256 } of entries) {
    if (type !== 'file' || !isBelow(path, WORKSPACE)) continue;
    const name = decodePath(path.slice(WORKSPACE.length + 1)).toString('utf8');
    if (name.startsWith('.git/')) continue;
    // One that is too large to be hashed is no file that anybody asked for, and none that stayed as it was.
    found.set(name, sha256 === undefined ? { sha256: 'not hashed', text: null } : { sha256, text: await textFor(sha256) });
  }
  return found;
}
