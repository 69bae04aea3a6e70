import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { cacheDirectory } from '../../common/cache-directory.js';

/** Keeps the log of a build that failed; gives its path. One per image: the next failure replaces it. */
export async function keepLog(name: string, lines: readonly string[]): Promise<string> {
  const directory = cacheDirectory('images');
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${name}.log`);
  await writeFileAtomic(path, `${lines.join('\n')}\n`);
  return path;
}
