import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORT_DIR } from '../evidence/layout.js';
import { writeAtomic } from '../evidence/write.js';

/** Keeps a summary where the report of a campaign is. Returns its path. */
export async function writeSummary(dir: string, text: string): Promise<string> {
  const path = join(dir, REPORT_DIR, 'summary.md');
  await mkdir(join(dir, REPORT_DIR), { recursive: true });
  await writeAtomic(path, text);
  return path;
}
