import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UserError } from '../../common/errors.js';
import { isPacked, lookInside } from '../../gateway/redact/packed.js';
import type { Scrubber } from '../../gateway/redact/scrubber.js';

export interface Masking {
  /** Where the manifest asks for the workspace. */
  place: string;
  scrubber?: Scrubber;
  note?(line: string): void;
}

const HISTORY = '.git/objects/';

/**
 * Masks credentials in the files of a workspace, and says in which. What cannot be masked, since masks would break it, is not taken.
 * @param pinned its history has to stay as it is; else a history that holds a credential is left out
 * @throws UserError CLEANSLATE_WORKSPACE_CREDENTIAL for a name, an archive or a pinned history that holds one
 */
export async function maskFiles(workspace: string, { scrubber, place, note = () => undefined }: Masking, pinned: boolean): Promise<void> {
  if (!scrubber) return;
  const entries = await readdir(workspace, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]): string => relative(workspace, join(entry.parentPath, entry.name));
  const refuse = (path: string, why: string, hint: string): UserError =>
    new UserError('CLEANSLATE_WORKSPACE_CREDENTIAL', `${scrubber.text(path)} ${why}, and a campaign keeps all of it`, { where: place, hint });
  for (const path of entries.map(pathOf)) if (scrubber.find(path)) throw refuse(path, 'is named like a credential', 'rename it, or leave it out');
  const paths = entries.filter((entry) => entry.isFile()).map(pathOf).sort();
  for (const path of paths.filter((each) => !each.startsWith(HISTORY))) {
    const bytes = await readFile(join(workspace, path));
    if (isPacked(bytes) && (await lookInside(bytes, scrubber)) === 'credential') throw refuse(path, 'has a credential, or what looks like one, packed in it', 'leave it out, or pack it anew without that');
    const clean = scrubber.bytes(bytes);
    if (clean === bytes) continue;
    await writeFile(join(workspace, path), clean);
    note(`${place}: ${path} holds a credential or what looks like one; in the workspaces of the trials it is masked`);
  }
  if (!(await holdsOne(paths.filter((each) => each.startsWith(HISTORY)).map((path) => join(workspace, path)), scrubber))) return;
  if (pinned) throw refuse('the history of this repository', 'holds a credential or what looks like one', 'name a { directory } instead: its history is then replaced by one commit; or take it out of the history');
  await rm(join(workspace, '.git'), { recursive: true });
  note(`${place}: the history of the repository holds a credential or what looks like one; the workspaces of the trials have a history of one commit instead`);
}

async function holdsOne(objects: readonly string[], scrubber: Scrubber): Promise<boolean> {
  for (const object of objects) if ((await lookInside(await readFile(object), scrubber, Infinity)) === 'credential') return true;
  return false;
}
