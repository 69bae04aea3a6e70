import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../common/json.js';
import { inPackage } from '../common/package-root.js';
import { Code } from './code-closure.js';

export interface HarnessPins {
  version: string;
  /** Commit of the checkout the harness runs from; null where it was installed. */
  source_commit: string | null;
  /** Whether that checkout had changes of its own. */
  source_modified: boolean;
  /** One digest over the code that decides scores, and that puts together what checks look at. */
  scorer: string;
  /** The same over the code that decides what is captured of an attempt, and whether it counts. */
  validity: string;
  /** Over the code that decides in which order trials start. */
  order: string;
  /** Over all of the program, with the versions of its libraries. */
  program: string;
}

/** Of these, what a lock holds: other code may judge the same evidence otherwise. */
export type LockedPins = Omit<HarnessPins, 'source_commit' | 'source_modified'>;

/** Where each begins; what they import belongs to them, down to the libraries. */
const ENTRIES = {
  scorer: ['scoring/index', 'scoring/checklist/check', 'scenario/load', 'trial/score', 'trial/checklist/evidence-in'],
  validity: ['trial/validity', 'trial/wire-verdict', 'trial/wire-identity', 'trial/capture', 'trace/recorder', 'agents/registry'],
  order: ['protocol/order'],
} as const;

/** What of this program a result depends on. */
export function harnessPins(): HarnessPins {
  const { version, ...code } = codePins();
  return { version, ...checkout(), ...code };
}

/** The same as far as a lock holds it. */
export const lockedPins = ({ version, scorer, validity, order, program }: LockedPins = codePins()): LockedPins => ({ version, scorer, validity, order, program });

let known: LockedPins | undefined;

/** Of the code as this process loaded it: read once. */
function codePins(): LockedPins {
  if (known) return known;
  const code = programCode();
  const { dependencies, version } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { dependencies: Record<string, string>; version: string };
  const of = (entries: readonly string[]): string => digestOf(code.closure(entries));
  known = { version, scorer: of(ENTRIES.scorer), validity: of(ENTRIES.validity), order: of(ENTRIES.order), program: digestOf(code.whole(Object.keys(dependencies))) };
  return known;
}

const programCode = (): Code => new Code(dirname(dirname(fileURLToPath(import.meta.url))), inPackage());

/** Names of the modules and libraries that one of the finer digests stands for. */
export const modulesOf = (part: keyof typeof ENTRIES): string[] => programCode().closure(ENTRIES[part]).map(([name]) => name);

function checkout(): { source_commit: string | null; source_modified: boolean } {
  if (!existsSync(inPackage('.git'))) return { source_commit: null, source_modified: false };
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: inPackage(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return { source_commit: git('rev-parse', 'HEAD').trim(), source_modified: git('status', '--porcelain', '--untracked-files=no') !== '' };
  } catch {
    return { source_commit: null, source_modified: false };
  }
}
