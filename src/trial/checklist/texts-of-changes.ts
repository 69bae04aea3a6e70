import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyPatch, parsePatch } from 'diff';
import { sha256 } from '../../common/digest.js';
import { HarnessError } from '../../common/errors.js';
import { DEFAULT_LIMITS, type RecordedChange } from '../../trace/capture-plan.js';
import { PATCH_FILE } from '../../trace/capture.js';
import { patchedChanges } from '../../trace/patched-changes.js';
import { textOf } from '../../trace/patches.js';
import { optionalJson, optionalText } from '../attempt-files.js';

/**
 * The text of every file that a session made or changed, by its digest: from its patch, or from its bytes; null where it is no text or
 * larger than what gets a patch.
 * @param folder of the changes below one root
 * @param before gives the text of a file that was there before
 * @throws HarnessError CLEANSLATE_EVIDENCE for a patch that does not give the file that the inventory has
 */
export async function textsOfChanges(folder: string, before: (sha256: string) => Promise<string | null>): Promise<Map<string, string | null>> {
  const { changes = [] } = (await optionalJson<{ changes: RecordedChange[] }>(join(folder, 'changes.json'))) ?? {};
  const patches = patchedChanges(changes, (await optionalText(join(folder, PATCH_FILE))) ?? '');
  if (!patches) throw unfit(folder, 'has not one patch for each changed text');
  const texts = new Map<string, string | null>();
  for (const [change, part] of patches) {
    const digest = change.after?.sha256;
    if (digest === undefined || (change.kind !== 'created' && change.kind !== 'modified')) continue;
    const old = change.kind === 'created' ? '' : await before(change.before?.sha256 ?? '');
    const [patch] = parsePatch(part);
    const text = old === null || !patch ? false : applyPatch(old, patch, { autoConvertLineEndings: false });
    // What was masked is shown as it was kept; its digest is that of the file.
    if (text === false || (change.masked !== true && sha256(text) !== digest)) throw unfit(folder, `its patch of ${change.path} does not give what was there`);
    texts.set(digest, text);
  }
  for (const { blob, after } of changes) {
    if (blob === undefined || after?.sha256 === undefined || texts.has(after.sha256)) continue;
    texts.set(after.sha256, after.size > DEFAULT_LIMITS.text_file_bytes ? null : (textOf(await readFile(join(folder, 'blobs', blob))) ?? null));
  }
  return texts;
}

const unfit = (folder: string, message: string): HarnessError => new HarnessError('CLEANSLATE_EVIDENCE', message, { where: folder });
