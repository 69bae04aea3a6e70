import { execa } from 'execa';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/temporary.js';
import { Scrubber } from '../../gateway/redact/scrubber.js';
import { maskFiles } from './mask.js';
import { buildWorkspace } from './workspace.js';

const KEY = `gh${'p_'}${'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zaB3d'}x`;
const REFUSED = { code: 'CLEANSLATE_WORKSPACE_CREDENTIAL', exitCode: 2, where: 'm.yaml:1:1' };
const git = (cwd: string, ...args: string[]): Promise<{ stdout: string }> => execa('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'safe.directory=*', ...args], { cwd });

function project(): { folder: string; notes: string[]; mask(pinned?: boolean): Promise<void> } {
  const folder = temporaryDirectory();
  const notes: string[] = [];
  return { folder, notes, mask: (pinned = false) => maskFiles(folder, { place: 'm.yaml:1:1', scrubber: new Scrubber([]), note: (line) => void notes.push(line) }, pinned) };
}

test('a file or a folder that is named like a credential is refused, and its name not repeated', async () => {
  for (const path of [`${KEY}.txt`, `notes-${KEY}/a.txt`]) {
    const { folder, mask } = project();
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), 'x');
    await expect(mask()).rejects.toMatchObject(REFUSED);
    await expect(mask()).rejects.not.toThrow(KEY);
  }
});

test('an archive that holds a credential is refused, and one that holds none stays as it is', async () => {
  const { folder, mask, notes } = project();
  const archive = gzipSync('nothing of interest');
  writeFileSync(join(folder, 'a.gz'), archive);
  await mask();
  expect(readFileSync(join(folder, 'a.gz'))).toEqual(archive);
  writeFileSync(join(folder, 'b.gz'), gzipSync(`token=${KEY}`));
  await expect(mask()).rejects.toMatchObject({ ...REFUSED, message: expect.stringContaining('b.gz') as string });
  expect(notes).toEqual([]);
});

test('a history that holds a credential is replaced where it is not pinned, and refused where it is', async () => {
  const { folder, mask, notes } = project();
  await git(folder, 'init', '-q');
  writeFileSync(join(folder, '.env'), `KEY=${KEY}\n`);
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  await git(folder, 'add', '.');
  await git(folder, 'commit', '-q', '-m', 'with a key');
  await git(folder, 'rm', '-q', '.env');
  await git(folder, 'commit', '-q', '-m', 'without');
  const commit = (await git(folder, 'rev-parse', 'HEAD')).stdout;
  const request = { manifest: '/m/m.yaml', place: 'm.yaml:1:1', files: new Map([['AGENTS.md', 'Be careful.\n']]), scrubber: new Scrubber([]) };
  await expect(buildWorkspace({ ...request, spec: { git: folder, commit } }, buffer)).rejects.toMatchObject(REFUSED);

  const tar = await buildWorkspace({ ...request, spec: { directory: folder }, note: (line) => void notes.push(line) }, buffer);
  expect(notes).toEqual([expect.stringMatching(/history .* holds a credential .* one commit instead$/)]);
  const copy = project();
  await execa('tar', ['x', '-C', copy.folder], { input: tar });
  const workspace = join(copy.folder, 'home/projects/app');
  expect((await git(workspace, 'log', '--format=%s')).stdout).toBe('Current state of the project');
  await mask();
  expect(existsSync(join(folder, '.git'))).toBe(false);
});
