import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../common/json.js';
import { inPackage, packageVersion } from '../common/package-root.js';
import { sha256 } from '../common/digest.js';

export interface HarnessPins {
  version: string;
  /** Commit of the checkout the harness runs from; null where it was installed. */
  source_commit: string | null;
  /** Whether that checkout had changes of its own. */
  source_modified: boolean;
  /** One digest over the code that decides scores, and that puts together what checks look at. */
  scorer: string;
  /** The same over the code that decides which attempts count. */
  validity: string;
}

/** Of these, what a lock holds: other code may judge the same evidence otherwise. */
export type LockedPins = Pick<HarnessPins, 'version' | 'scorer' | 'validity'>;

/** What of this program a result depends on. */
export function harnessPins(): HarnessPins {
  const { version, ...code } = codePins();
  return { version, ...checkout(), ...code };
}

/** The same as far as a lock holds it. */
export const lockedPins = ({ version, scorer, validity }: LockedPins = codePins()): LockedPins => ({ version, scorer, validity });

const codePins = (): LockedPins => ({ version: packageVersion(), scorer: codeDigest(['scoring', 'scenario', 'trial/checklist']), validity: codeDigest(['agents', 'trial'], isValidity) });

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

/** Signs of failure, of every agent, and what is made of them. */
const isValidity = (file: string): boolean => /^trial\/(?:validity|wire-verdict|wire-identity)\.[jt]s$|^agents\/.*(?:signals|failures|failure-signs)\.[jt]s$/.test(file);

function codeDigest(folders: readonly string[], counts: (file: string) => boolean = () => true): string {
  const source = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(js|ts)$/.test(name) && !/\.(test|d)\.ts$/.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .filter(counts);
  return digestOf(files.sort().map((file) => [file, sha256(readFileSync(join(source, file)))]));
}
