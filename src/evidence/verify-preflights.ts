import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checksOf, plural, type Check, type Subject } from './check.js';
import { PREFLIGHT_DIR, preflightPath } from './layout.js';
import { verifySealed } from './verify-attempts.js';

/** Every preflight on the journal is there, byte for byte, and nothing else is below preflight/. No line where there are none. */
export async function verifyPreflights(subject: Subject): Promise<Check[]> {
  const known = preflightsOnJournal(subject);
  const faults: string[] = [];
  let files = 0;
  for (const [path, evidence] of known) {
    const result = await verifySealed(subject, path, evidence);
    faults.push(...result.faults);
    files += result.files;
  }
  const there = await foldersIn(subject);
  faults.push(...there.filter((path) => !known.has(path) && !passing(subject, path)).map((path) => `${path}: unknown, nothing on the journal stands for it`));
  if (known.size === 0 && faults.length === 0) return [];
  return checksOf('preflight', faults, `${PREFLIGHT_DIR}: ${plural(known.size, 'preflight')}, ${plural(files, 'file')}, unchanged`);
}

/** Path of each preflight → digest of its evidence. */
export function preflightsOnJournal({ entries }: Pick<Subject, 'entries'>): Map<string, string> {
  return new Map(entries.flatMap((entry) => (entry.type === 'preflight.sealed' ? [[preflightPath(entry.configuration, entry.number), entry.evidence] as const] : [])));
}

/** What is in the making, or is not on the journal yet. After a crash, the next `run` puts it right. */
const passing = ({ running, crashed }: Subject, path: string): boolean => running || (crashed && /\/attempt-[1-9]\d*(?:\.partial)?$/.test(path));

async function foldersIn({ dir }: Subject): Promise<string[]> {
  const below = async (path: string): Promise<string[]> => (await readdir(join(dir, path)).catch(() => [])).sort().map((name) => `${path}/${name}`);
  const configurations = await below(PREFLIGHT_DIR);
  return (await Promise.all(configurations.map(async (path) => {
    const attempts = await below(path);
    return attempts.length === 0 ? [path] : attempts;
  }))).flat();
}
