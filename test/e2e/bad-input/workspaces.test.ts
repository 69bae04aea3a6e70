import { execa } from 'execa';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifestFile } from '../../support/cleanslate.js';
import { refused } from '../../support/refused.js';
import { temporaryDirectory } from '../../support/temporary.js';

const NOBODYS = '0123456789abcdef0123456789abcdef01234567';

/** A folder with a project, a repository and a manifest for the workspace. */
async function folderWith(workspace: unknown, spoil: (project: string) => unknown = () => undefined): Promise<string> {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, 'project'));
  writeFileSync(join(folder, 'project/main.txt'), 'hello\n');
  await execa('git', ['init', '-q', join(folder, 'repository')]);
  await spoil(join(folder, 'project'));
  manifestFile({ campaign: 'small', runs: 1, tasks: [{ scenario: 'short', profiles: ['contextos'], workspace }], configurations: [{ id: 'one', agent: 'control/amnesiac' }] }, folder);
  return folder;
}

const PLACE = String.raw`^manifest\.yaml:\d+:\d+ tasks\[0\]\.workspace: `;

describe('a workspace is refused before anything starts', () => {
  test.for<[what: string, workspace: unknown, line: string, spoil?: (project: string) => unknown]>([
    ['of no kind', { folder: 'project' }, String.raw`must be one of \{ template \}, \{ directory \}, \{ git, commit \}`],
    ['of two kinds', { template: 'service', directory: 'project' }, 'must be one of'],
    ['a directory that is not there', { directory: 'projct' }, 'there is no directory .*projct; a relative path starts at the manifest'],
    ['a file', { directory: 'project/main.txt' }, 'there is no directory'],
    ['a repository that is not there', { git: 'nothing', commit: NOBODYS }, `cannot get commit ${NOBODYS} of nothing; name a repository`],
    ['a commit that is not there', { git: 'repository', commit: NOBODYS }, `cannot get commit ${NOBODYS} of .*repository; name a repository`],
    ['a link up and out', { directory: 'project' }, String.raw`docs is a link that leaves the workspace \(\.\./\.\.\); remove it`, (project) => { symlinkSync('../..', join(project, 'docs')); }],
    ['a link to an absolute path', { directory: 'project' }, String.raw`passwd is a link that leaves the workspace \(/etc/passwd\)`, (project) => { symlinkSync('/etc/passwd', join(project, 'passwd')); }],
    ['a link that leaves by another link', { directory: 'project' }, String.raw`out is a link that leaves the workspace \(a/up/\.\./out\)`, (project) => {
      mkdirSync(join(project, 'a'));
      mkdirSync(join(project, '../out'));
      symlinkSync('..', join(project, 'a/up'));
      symlinkSync('a/up/../out', join(project, 'out'));
    }],
    ['a link where a source belongs', { directory: 'project' }, String.raw`source AGENTS\.md would be written through the link AGENTS\.md; remove`, (project) => { symlinkSync('main.txt', join(project, 'AGENTS.md')); }],
    ['a directory where a source belongs', { directory: 'project' }, String.raw`source AGENTS\.md needs a file where the workspace has something else: AGENTS\.md; rename either`, (project) => { mkdirSync(join(project, 'AGENTS.md')); }],
    ['a file where the directory of a source belongs', { directory: 'project' }, 'source state/decisions.md needs a directory where the workspace has something else: state; rename either', (project) => { writeFileSync(join(project, 'state'), ''); }],
    ['a checkout whose history lies elsewhere', { directory: 'project' }, String.raw`\.git is not a directory, so the history lies elsewhere; use \{ git, commit \}`, (project) => { writeFileSync(join(project, '.git'), 'gitdir: ../main/.git/worktrees/x\n'); }],
    ['a file whose name is not UTF-8', { directory: 'project' }, '.*has a name that is not UTF-8; remove', (project) => { writeFileSync(Buffer.concat([Buffer.from(`${project}/caf`), Buffer.from([0xe9])]), ''); }],
    ['a named pipe', { directory: 'project' }, 'pipe is neither a file, a directory nor a link; remove it', (project) => execa('mkfifo', [join(project, 'pipe')])],
  ])('%s', async ([, workspace, line, spoil]) => {
    const folder = await folderWith(workspace, spoil);
    expect(await refused(['run', 'manifest.yaml', '--engine', 'local', '--out', 'out'], folder)).toMatch(new RegExp(PLACE + line));
  });

  test('--dry-run finds it too', async () => {
    expect(await refused(['run', 'manifest.yaml', '--dry-run'], await folderWith({ git: 'repository', commit: NOBODYS }))).toMatch(/cannot get commit/);
  });
});
