import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionDir } from '../evidence/layout.js';
import { PATCH_FILE } from '../trace/capture.js';
import { patchedChanges } from '../trace/patched-changes.js';
import { textOf } from '../trace/patches.js';
import type { Attribution } from '../trial/attribution/file.js';
import { optionalJson, optionalText } from '../trial/attempt-files.js';
import { memoryChanges, type MemoryChange } from './memory-text.js';

/** A change as changes.json has it, as far as it is shown. */
export interface ShownChange {
  path: string;
  kind: string;
  from?: string;
  /** Digest of its bytes in `blobs/`, where they are no text or too many for a diff. */
  blob?: string;
  /** Why its bytes are not kept (trace/capture-plan.ts). */
  omitted?: string;
  before?: { type: string; size: number };
  after?: { type: string; size: number };
  /** The patch file that has a part for it. */
  text?: string;
}

/** What changed below one root in one session. */
export interface ChangedRoot {
  /** `home`, `workspace`, …; of sessions before the last, `session-<k>/<root>`; of a service, `session-<k>/service <name>`. */
  name: string;
  folder: string;
  /** Undefined: of a service, whose paths are not the agent's. */
  session: number | undefined;
  changes: ShownChange[];
  /** changes.patch, where there is one. */
  patch: string | undefined;
}

/** Every root in which an attempt changed anything, those of the sessions before the last first. */
export async function readChanges(attempt: string, sessions: readonly number[]): Promise<ChangedRoot[]> {
  const roots = async (below: string, name: string, session: number): Promise<Omit<ChangedRoot, 'changes' | 'patch'>[]> =>
    (await readdir(join(attempt, below)).catch(() => [])).map((root) => ({ name: `${name}${root}`, folder: join(attempt, below, root), session }));
  const ofServices = async (session: number): Promise<Omit<ChangedRoot, 'changes' | 'patch'>[]> =>
    (await servicesIn(attempt, sessionDir(session))).map((service) => ({ name: `${sessionDir(session)}/service ${service}`, folder: join(attempt, sessionDir(session), 'services', service, 'changes/home'), session: undefined }));
  const found = (await Promise.all([...sessions.flatMap((session) => [roots(`${sessionDir(session)}/changes`, `${sessionDir(session)}/`, session), ofServices(session)]), roots('changes', '', sessions.at(-1) ?? 1)])).flat();
  return Promise.all(found.map(async (root) => {
    const recorded = await optionalJson<{ changes: ShownChange[] }>(join(root.folder, 'changes.json'));
    return { ...root, changes: recorded?.changes ?? [], patch: await optionalText(join(root.folder, PATCH_FILE)) };
  }));
}

/** The services that ran beside the agent in a session, sorted. */
export const servicesIn = async (attempt: string, session: string): Promise<string[]> => (await readdir(join(attempt, session, 'services')).catch(() => [])).sort();

/** Larger files of a memory are not looked into for text. Bytes. */
const MOST_TEXT = 1 << 18;

/** What an agent changed in its memory, each with its diff; with its text where it is text under a name that is none, which no diff can have. */
export async function memoryIn(attribution: Attribution, roots: readonly ChangedRoot[]): Promise<MemoryChange[]> {
  const memory = new Set(attribution.changes.filter((change) => change.class === 'memory').map(({ session, path }) => `${String(session)} ${path}`));
  const shown = new Map<string, Pick<MemoryChange, 'patch' | 'text'>>();
  for (const { session, changes, patch, folder } of roots) {
    const parts = patchedChanges(changes, patch ?? '');
    for (const change of changes) {
      const { path, blob, after } = change;
      const key = `${String(session)} ${path}`;
      if (!memory.has(key)) continue;
      const part = parts?.get(change);
      if (part !== undefined) shown.set(key, { patch: part });
      if (blob === undefined || (after?.size ?? Infinity) > MOST_TEXT) continue;
      const bytes = await readFile(join(folder, 'blobs', blob)).catch(() => undefined);
      const text = bytes && textOf(bytes);
      if (text !== undefined) shown.set(key, { text });
    }
  }
  return memoryChanges(attribution, (session, path) => shown.get(`${String(session)} ${path}`) ?? {});
}
