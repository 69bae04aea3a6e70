import { cp, mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, UserError } from '../../common/errors.js';
import { REPLAYS_DIR } from '../../evidence/layout.js';

/** `replays/<trial>/<n>` of a campaign: what a replay leaves beside the evidence. Made now, so that it cannot fail in the end. */
export async function replayFolder(campaignDir: string, trial: string): Promise<string> {
  const parent = join(campaignDir, REPLAYS_DIR, trial);
  try {
    await mkdir(parent, { recursive: true });
    for (let number = (await readdir(parent)).length + 1; ; number += 1) {
      const folder = join(parent, String(number));
      const made = await mkdir(folder).then(() => true, (error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? false : Promise.reject(error)));
      if (made) return folder;
    }
  } catch (cause) {
    throw new UserError('CLEANSLATE_REPLAY_UNWRITABLE', `cannot be written: ${messageOf(cause)}`, { where: parent, hint: 'copy the campaign to where you may write', cause });
  }
}

/** Puts a sealed attempt and the report into the folder of a replay. */
export async function keepReplay(folder: string, attempt: string, report: string): Promise<void> {
  await rename(attempt, join(folder, 'attempt')).catch(() => cp(attempt, join(folder, 'attempt'), { recursive: true }));
  await writeFile(join(folder, 'replay.json'), report);
}
