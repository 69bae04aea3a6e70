import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa, ExecaError } from 'execa';
import { HarnessError } from '../../common/errors.js';
import { digestOf } from '../../common/json.js';
import { ownedDirectory } from '../../common/owned-directory.js';

/** What the base image needs of the distribution; the same list as in images/base/Dockerfile. */
const INCLUDE = ['ca-certificates', 'git', 'ripgrep'];
/** Constant, so that the same packages give the same bytes. 2025-01-01, before anything a run can seed. */
const EPOCH = '1735689600';
/** What mmdebstrap copies from the machine or leaves of its own. */
const TRACES = ['etc/resolv.conf', 'etc/hostname', 'etc/apt/apt.conf.d/99mmdebstrap', 'var/log/*.log', 'var/log/apt/*'];

/** The distribution of this machine, from os-release: the one whose packages and keys are at hand. */
export interface Distribution {
  id: string;
  codename: string;
}

export async function thisDistribution(): Promise<Distribution | undefined> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const field = (name: string): string => new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
  const known = { id: field('ID'), codename: field('VERSION_CODENAME') };
  return known.codename !== '' && existsSync('/usr/bin/apt-get') ? known : undefined;
}

/** Twelve hex digits over the recipe: the same recipe is made once per machine. */
export const rootKey = (distribution: Distribution): string =>
  digestOf({ ...distribution, INCLUDE, EPOCH, TRACES, recipe: 1 }).slice(0, 12);

/**
 * Makes a root file system from the distribution's packages with mmdebstrap (the system's, else that of `make engine`)
 * and gives `use` the path of its tar, which is removed afterwards. Needs root. Takes about half a minute.
 */
export async function withRootFilesystem<T>(
  distribution: Distribution,
  log: (line: string) => void,
  use: (tar: string) => Promise<T>,
): Promise<T> {
  const { path: directory, remove } = ownedDirectory('root');
  try {
    const sources = join(directory, 'sources');
    await writeFile(sources, (await sourceLines(distribution)).join('\n') + '\n');
    const tar = join(directory, 'root.tar');
    await mmdebstrap(distribution, directory, tar, sources, log);
    return await use(tar);
  } finally {
    remove();
  }
}

async function mmdebstrap(
  distribution: Distribution,
  directory: string,
  tar: string,
  sources: string,
  log: (line: string) => void,
): Promise<void> {
  const hook = `cd "$1" && rm -f ${TRACES.join(' ')}`;
  const options = ['--mode=root', '--variant=minbase', '--format=tar', `--include=${INCLUDE.join(',')}`, `--customize-hook=${hook}`];
  // In a mount namespace of its own, so that a killed run leaves no mounts in the system.
  const said: string[] = [];
  const command = ['--mount', '--', 'mmdebstrap', ...options, distribution.codename, tar, sources];
  try {
    const running = execa('unshare', command, {
      env: { PATH: programPath(), SOURCE_DATE_EPOCH: EPOCH, TMPDIR: directory, HOME: directory, LC_ALL: 'C.UTF-8' },
      extendEnv: false,
      stdin: 'ignore',
      all: true,
    });
    for await (const line of running.iterable({ from: 'all' })) {
      said.push(line);
      log(line);
    }
    await running;
  } catch (error) {
    if (!(error instanceof ExecaError)) throw error;
    const reason = said.findLast((line) => line.startsWith('E:'));
    throw new HarnessError('CLEANSLATE_ROOT_FILESYSTEM', `no base root file system: ${reason ?? error.shortMessage}`, {
      hint: 'mmdebstrap needs root, and is brought by `make engine`; or name an image that the engine has with --base',
      cause: error,
    });
  }
}

/** The system's programs first, then those that scripts/engine.sh unpacked. */
function programPath(): string {
  const engine = join(process.env['CLEANSLATE_ENGINE_DIR'] ?? '/var/lib/cleanslate/engine', 'root');
  return ['/usr/local/sbin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', join(engine, 'usr/bin')].join(delimiter);
}

/** The distribution's own archives as this machine reaches them (a mirror, a proxy); no third party's. */
async function sourceLines({ id, codename }: Distribution): Promise<string[]> {
  const format = '$(REPO_URI) $(RELEASE) $(COMPONENT)';
  const { stdout } = await execa('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], { stdin: 'ignore' });
  const keyring = [`/usr/share/keyrings/${id}-archive-keyring.gpg`, `/usr/share/keyrings/${id}-archive-keyring.pgp`].find(existsSync);
  const signed = keyring === undefined ? '' : `[signed-by=${keyring}] `;
  const own = (line: string): boolean => {
    const [, release = '', component = ''] = line.split(' ');
    return (release === codename || release.startsWith(`${codename}-`)) && ['main', 'universe'].includes(component);
  };
  return [...new Set(stdout.split('\n').filter(own))].sort().map((line) => `deb ${signed}${line}`);
}
