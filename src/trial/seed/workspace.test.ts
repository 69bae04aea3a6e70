import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tarFs from 'tar-fs';
import tmp from 'tmp';
import { afterEach, expect, test } from 'vitest';
import { sha256 } from '../../common/digest.js';
import { joinTars, packFiles } from './tar.js';
import { buildWorkspace, type WorkspaceRequest } from './workspace.js';

tmp.setGracefulCleanup();
const folders: tmp.DirResult[] = [];
afterEach(() => {
  folders.splice(0).forEach((folder) => { folder.removeCallback(); });
});

const temporary = (): string => {
  const folder = tmp.dirSync({ unsafeCleanup: true });
  folders.push(folder);
  return folder.name;
};

const sources = new Map([
  ['AGENTS.md', 'Answer from the files.\n'],
  ['state/decisions.md', 'Exports use CSV.\n'],
]);
const template: WorkspaceRequest = { spec: { template: 'service' }, manifest: '/m/demo.yaml', place: '/m/demo.yaml:3:5', files: sources };

async function unpack(request: WorkspaceRequest): Promise<string> {
  const folder = temporary();
  const tar = await buildWorkspace(request, buffer);
  await pipeline(Readable.from([tar]), tarFs.extract(folder));
  return join(folder, 'home/projects/app');
}

const git = async (folder: string, ...args: string[]): Promise<string> =>
  (await execa('git', ['-c', 'safe.directory=*', ...args], { cwd: folder })).stdout;

test('the same request gives the same bytes', async () => {
  const [a, b] = [await buildWorkspace(template, buffer), await buildWorkspace(template, buffer)];
  expect(sha256(a)).toBe(sha256(b));
});

test('a template becomes a clean repository with the sources committed', async () => {
  const workspace = await unpack(template);
  expect(readFileSync(join(workspace, 'state/decisions.md'), 'utf8')).toBe('Exports use CSV.\n');
  expect(await git(workspace, 'status', '--porcelain')).toBe('');
  expect(await git(workspace, 'log', '--format=%an %s')).toBe('Dev Current state of the project');
});

test('a repository keeps its history and its pinned HEAD; the sources lie in it uncommitted', async () => {
  const repository = temporary();
  await git(repository, 'init', '-q', '-b', 'main');
  writeFileSync(join(repository, 'a.txt'), 'one\n');
  const commit = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-q', '-m'];
  await git(repository, 'add', '.');
  await git(repository, ...commit, 'first');
  const first = await git(repository, 'rev-parse', 'HEAD');
  writeFileSync(join(repository, 'a.txt'), 'two\n');
  await git(repository, ...commit, 'second', '-a');

  const spec = { git: repository, commit: first };
  const workspace = await unpack({ ...template, spec });
  expect(await git(workspace, 'rev-parse', 'HEAD')).toBe(first);
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n');
  expect(await git(workspace, 'status', '--porcelain')).toBe('?? AGENTS.md\n?? state/');

  // Nothing of it says where on this machine the repository is.
  const moved = join(temporary(), 'moved');
  cpSync(repository, moved, { recursive: true });
  const [here, there] = [await buildWorkspace({ ...template, spec }, buffer), await buildWorkspace({ ...template, spec: { ...spec, git: moved } }, buffer)];
  expect(sha256(there)).toBe(sha256(here));
});

test('a commit that is not there is refused in one line', async () => {
  const spec = { git: temporary(), commit: 'a'.repeat(40) };
  await expect(buildWorkspace({ ...template, spec }, buffer)).rejects.toMatchObject({ exitCode: 2, where: '/m/demo.yaml:3:5' });
});

test('a link that leaves a directory is refused, one that stays is kept', async () => {
  const directory = temporary();
  writeFileSync(join(directory, 'real.txt'), 'x');
  symlinkSync('real.txt', join(directory, 'inner'));
  expect(readFileSync(join(await unpack({ ...template, spec: { directory } }), 'inner'), 'utf8')).toBe('x');
  symlinkSync('/etc/passwd', join(directory, 'outer'));
  await expect(buildWorkspace({ ...template, spec: { directory } }, buffer)).rejects.toThrow('outer is a link that leaves the workspace');
});

test('a source is never written through a link of the workspace', async () => {
  const directory = temporary();
  mkdirSync(join(directory, 'elsewhere'));
  symlinkSync('elsewhere', join(directory, 'state'));
  await expect(buildWorkspace({ ...template, spec: { directory } }, buffer)).rejects.toThrow('through the link state');
});

test('an agent’s own files join the workspace in one tar, whole', async () => {
  const files = [{ path: '/opt/agent/main.mjs', content: Buffer.from('1\n'), mode: 0o755, owner: 'root' as const }];
  const agent = await packFiles(files);
  const joined = await buildWorkspace(template, async (tar) => buffer(Readable.from(joinTars(tar, agent))));
  const folder = temporary();
  await pipeline(Readable.from([joined]), tarFs.extract(folder));
  expect(readFileSync(join(folder, 'opt/agent/main.mjs'), 'utf8')).toBe('1\n');
  expect(readFileSync(join(folder, 'home/projects/app/AGENTS.md'), 'utf8')).toBe('Answer from the files.\n');
});
