import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../common/digest.js';
import { checksOf, plural, type Check, type Subject } from './check.js';
import { attemptPath, EVIDENCE_FILE, TRIALS_DIR } from './layout.js';
import { digestFiles, parseDigests } from './listing.js';

/** What the journal says of an attempt: digest of its evidence, null for "left nothing", undefined while it has no end. */
type Known = Map<string, string | null | undefined>;

/** Every attempt on the journal is there, byte for byte, and nothing else is below trials/. */
export async function verifyAttempts(subject: Subject): Promise<Check[]> {
  const known = attemptsOnJournal(subject);
  const faults: string[] = [];
  let files = 0;
  for (const [path, evidence] of known) {
    if (typeof evidence !== 'string') continue;
    const result = await verifySealed(subject, path, evidence);
    faults.push(...result.faults);
    files += result.files;
  }
  faults.push(...(await unknownBelowTrials(subject, known)));
  const sealed = [...known.values()].filter((evidence) => typeof evidence === 'string').length;
  return checksOf('attempts', faults, `${TRIALS_DIR}: ${plural(sealed, 'attempt')}, ${plural(files, 'file')}, unchanged`);
}

export function attemptsOnJournal({ entries }: Pick<Subject, 'entries'>): Known {
  const known: Known = new Map();
  for (const entry of entries) {
    if (entry.type === 'attempt.started') known.set(attemptPath(entry.trial, entry.attempt), undefined);
    if (entry.type === 'attempt.sealed' || entry.type === 'attempt.interrupted') {
      known.set(attemptPath(entry.trial, entry.attempt), entry.evidence);
    }
  }
  return known;
}

/** One sealed folder against its digest. */
export async function verifySealed({ dir: root, redactions }: Pick<Subject, 'dir' | 'redactions'>, path: string, evidence: string): Promise<{ faults: string[]; files: number }> {
  const dir = join(root, path);
  if (!(await stat(dir).catch(() => undefined))?.isDirectory()) return { faults: [`${path}: missing`], files: 0 };
  const found = await digestFiles(dir, { skip: EVIDENCE_FILE });
  const listing = await readFile(join(dir, EVIDENCE_FILE)).catch(() => undefined);
  if (!listing) return { faults: [`${path}/${EVIDENCE_FILE}: missing`], files: found.files.size };
  const faults: string[] = [];
  if (sha256(listing) !== evidence) faults.push(`${path}/${EVIDENCE_FILE}: changed`);
  const listed = parseDigests(listing.toString());
  if (!listed) return { faults, files: found.files.size };
  for (const [name, digest] of listed) {
    const actual = found.files.get(name);
    if (actual === undefined || redactions.original(`${path}/${name}`, actual) !== digest) faults.push(`${path}/${name}: ${actual === undefined ? 'missing' : 'changed'}`);
  }
  const folders = new Set([...listed.keys()].flatMap(parents));
  const extra = [...[...found.files.keys()].filter((name) => !listed.has(name)), ...found.others, ...found.directories.filter((name) => !folders.has(name))];
  faults.push(...extra.map((name) => `${path}/${name}: unknown, not in ${EVIDENCE_FILE}`));
  return { faults, files: listed.size };
}

/** Names below trials/ that no entry stands for. What is in the making while a harness runs, or was when it died, may be there. */
async function unknownBelowTrials({ dir, running, crashed }: Subject, known: Known): Promise<string[]> {
  const faults: string[] = [];
  const trials = new Set([...known.keys()].map((path) => path.split('/')[1]));
  for (const trial of await names(join(dir, TRIALS_DIR))) {
    const path = `${TRIALS_DIR}/${trial}`;
    const attempts = await names(join(dir, path));
    if (!trials.has(trial) && !running) faults.push(`${path}: unknown, nothing on the journal stands for it`);
    else {
      for (const name of attempts) {
        const attempt = `${path}/${name.replace(/\.partial$/, '')}`;
        const making = running || (crashed && known.has(attempt) && known.get(attempt) === undefined);
        const sealed = typeof known.get(attempt) === 'string' && !name.endsWith('.partial');
        if (!sealed && !making) faults.push(`${path}/${name}: unknown, nothing on the journal stands for it`);
      }
    }
  }
  return faults;
}

const names = async (dir: string): Promise<string[]> => (await readdir(dir).catch(() => [])).sort();

/** `a/b/c` is in `a` and `a/b`. */
function parents(name: string): string[] {
  const segments = name.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}
