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
  /** One digest over the code that decides scores. */
  scorer: string;
}

/** What of this program a result depends on. */
export function harnessPins(): HarnessPins {
  return { version: packageVersion(), ...checkout(), scorer: scorerDigest() };
}

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

function scorerDigest(): string {
  const source = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = ['scoring', 'scenario'].flatMap((room) =>
    readdirSync(join(source, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(js|ts)$/.test(name) && !/\.(test|d)\.ts$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  return digestOf(files.sort().map((file) => [file, sha256(readFileSync(join(source, file)))]));
}
