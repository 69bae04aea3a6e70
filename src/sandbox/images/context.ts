import { cp } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execa, ExecaError } from 'execa';
import { pack } from 'tar-fs';
import { HarnessError } from '../../common/errors.js';
import { ownedDirectory } from '../../common/owned-directory.js';
import type { ImageFolder } from './folder.js';

/**
 * Gives `use` the build context of an image as a tar: its folder, what the user provides for it (below `provided/`), and the packages of its lock file installed for the
 * engine's architecture (`cpu`, in npm's words), so that the build itself needs no registry. Made in a temporary copy; the checkout stays clean.
 */
export async function withContext<T>(
  folder: ImageFolder,
  cpu: string,
  log: (line: string) => void,
  use: (context: Readable) => Promise<T>,
): Promise<T> {
  const temporary = ownedDirectory('image');
  const copy = join(temporary.path, 'context');
  try {
    await cp(folder.directory, copy, { recursive: true, filter: (source) => !source.endsWith('/node_modules') });
    if (folder.provided?.directory !== undefined) await cp(folder.provided.directory, join(copy, 'provided'), { recursive: true });
    if (existsSync(join(copy, 'package-lock.json'))) await install(folder, copy, cpu, log);
    return await use(Readable.from(pack(copy, { map: anonymous })));
  } finally {
    temporary.remove();
  }
}

async function install(folder: ImageFolder, directory: string, cpu: string, log: (line: string) => void): Promise<void> {
  const platform = ['--os=linux', `--cpu=${cpu}`, '--libc=glibc'];
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  log(`npm ci for linux/${cpu}`);
  try {
    const { all } = await execa('npm', ['ci', ...options, ...platform], { cwd: directory, all: true, stdin: 'ignore' });
    if (all !== '') all.split('\n').forEach(log);
  } catch (error) {
    if (!(error instanceof ExecaError)) throw error;
    const output = typeof error.all === 'string' ? error.all : error.shortMessage;
    output.split('\n').forEach(log);
    throw npmFailure(folder, output, error);
  }
}

function npmFailure(folder: ImageFolder, output: string, error: ExecaError): HarnessError {
  const said = output.split('\n').filter((line) => line.startsWith('npm error')).map((line) => line.slice('npm error'.length).trim());
  const code = said.find((line) => line.startsWith('code '))?.slice('code '.length);
  const reason = said.find((line) => line !== '' && !line.startsWith('code ')) ?? error.shortMessage;
  return new HarnessError('CLEANSLATE_IMAGE_PACKAGES', `its packages cannot be installed: ${reason}`, {
    where: join(folder.directory, 'package-lock.json'),
    hint:
      code === 'EUSAGE'
        ? 'run `npm install --package-lock-only --force` in that folder'
        : 'the npm registry must be reachable for the first build',
    cause: error,
  });
}

/** Nothing of the user who builds: neither owner, umask nor time. Directories and programs stay executable. */
function anonymous<H extends { mode?: number | undefined; type?: string | null | undefined }>(header: H): H {
  const executable = header.type === 'directory' || ((header.mode ?? 0) & 0o100) !== 0;
  return Object.assign(header, { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(0), mode: executable ? 0o755 : 0o644 });
}
