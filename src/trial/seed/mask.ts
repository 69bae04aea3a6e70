import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Scrubber } from '../../gateway/redact/scrubber.js';

export interface Masking {
  /** Where the manifest asks for the workspace. */
  place: string;
  scrubber?: Scrubber;
  note?(line: string): void;
}

/** Masks credentials in the files of a workspace, and says in which. The history below `.git` is packed and stays as it is. */
export async function maskFiles(workspace: string, { scrubber, place, note = () => undefined }: Masking): Promise<void> {
  if (!scrubber) return;
  const entries = await readdir(workspace, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(workspace, join(entry.parentPath, entry.name))).sort();
  for (const path of paths.filter((each) => !each.startsWith('.git/objects/'))) {
    const bytes = await readFile(join(workspace, path));
    const clean = scrubber.bytes(bytes);
    if (clean === bytes) continue;
    await writeFile(join(workspace, path), clean);
    note(`${place}: ${path} holds a credential or what looks like one; in the workspaces of the trials it is masked`);
  }
}
