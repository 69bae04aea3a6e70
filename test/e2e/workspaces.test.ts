import { execa } from 'execa';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Inventory } from '../../src/common/inventory.js';
import { loadCase } from '../../src/scenario/load.js';
import { cleanslate, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { evidenceOf, type Evidence } from '../support/evidence.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory } from '../support/temporary.js';

/** Says what it finds, then does what agents do and what diffs by git do not see. */
const AGENT = String.raw`
git log --format=%s; git status --porcelain; git rev-parse HEAD; echo --; ./tools/run.sh; cat latest
git config user.name
printf 'kept\n' >committed.txt && git add committed.txt && git commit -q -m 'Agent at work'
printf 'loose\n' >untracked.txt
mkdir -p ignored && printf 'hidden\n' >ignored/new.txt
git init -q nested && (cd nested && printf 'inner\n' >inner.txt && git add . && git -c user.name=A -c user.email=a@example.com commit -q -m inner && printf 'after\n' >after.txt)
printf 'größer\n' >'src/größe.txt'
printf 'more\n' >>'src/grüße.txt'
chmod +x src/plain.txt
rm src/gone.txt
mv src/moved.txt 'src/dahin gezogen.txt'
`;

/** A project as a user might have it. */
function project(at: string): void {
  mkdirSync(join(at, 'src'), { recursive: true });
  mkdirSync(join(at, 'tools'));
  mkdirSync(join(at, 'ignored'));
  writeFileSync(join(at, 'src/grüße.txt'), 'hallo\n');
  writeFileSync(join(at, 'src/plain.txt'), 'plain\n');
  writeFileSync(join(at, 'src/gone.txt'), 'gone\n');
  writeFileSync(join(at, 'src/moved.txt'), 'moved\n');
  writeFileSync(join(at, 'tools/run.sh'), '#!/bin/sh\necho runs\n');
  chmodSync(join(at, 'tools/run.sh'), 0o755);
  writeFileSync(join(at, '.gitignore'), 'ignored/\n');
  writeFileSync(join(at, 'ignored/old.txt'), 'hidden\n');
  writeFileSync(join(at, 'HANDOFF.md'), 'a note of the project itself\n');
  symlinkSync('src/grüße.txt', join(at, 'latest'));
}

describeOnEveryMachine('workspaces of every kind', (machine) => {
  const folder = suiteDirectory();
  let dir: string;
  let commit: string;
  let ran: Finished;
  let sources: Record<string, string>;
  const of = (task: string): Evidence => evidenceOf(dir, `busy.${task}.handoff.run-1`);
  const initial = (task: string): Record<string, string> => {
    const { entries } = JSON.parse(readFileSync(join(of(task).dir, 'session-1/initial.json'), 'utf8')) as Inventory;
    return Object.fromEntries(entries.map(({ path, type, mode, link }) => [path.replace('/home/projects/app/', ''), `${type} ${link ?? mode}`]));
  };

  beforeAll(async () => {
    ({ sources } = await loadCase({ name: 'short' }, 'handoff'));
    dir = join(folder(), 'campaign');
    const [plain, repository] = [join(folder(), 'project'), join(folder(), 'repository')];
    project(plain);
    project(repository);
    const git = (...args: string[]) => execa('git', ['-c', 'user.name=U', '-c', 'user.email=u@example.com', ...args], { cwd: repository });
    await git('init', '-q', '-b', 'trunk');
    await git('add', '.');
    await git('commit', '-q', '-m', 'First');
    await git('commit', '-q', '--allow-empty', '-m', 'Second');
    commit = (await git('rev-parse', 'HEAD')).stdout;
    writeFileSync(join(repository, 'later.txt'), 'not yet\n');
    await git('add', '.');
    await git('commit', '-q', '-m', 'Third');
    const task = (id: string, workspace: unknown): object => ({ id, scenario: 'short', profiles: ['handoff'], workspace });
    const manifest = manifestFile({
      campaign: 'workspaces',
      runs: 2,
      limits: LIMITS,
      tasks: [task('template', { template: 'service' }), task('directory', { directory: 'project' }), task('git', { git: 'repository', commit })],
      configurations: [{ id: 'busy', agent: 'command', command: { argv: ['sh', '-c', AGENT], prompt: 'stdin' } }],
    }, folder());
    ran = await cleanslate(['run', manifest, '--engine', machine, '--out', dir]);
  });

  test('both runs of each start from one state, and the evidence holds', async () => {
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain('All 6 trials complete.\nNo invalid attempts.\nEvery run started from the one initial state of its configuration, task and profile (3 of them).');
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test('a template is a repository of one commit, with the sources in it', () => {
    expect(of('template').stdout.toString()).toMatch(/^Current state of the project\n[0-9a-f]{40}\n--\n/);
    expect(initial('template')).toMatchObject({ 'src/server.js': 'file 0644', 'HANDOFF.md': 'file 0644', '.git/HEAD': 'file 0644' });
  });

  test('a directory is copied as it is: names, executable bits, links, ignored files; the sources win over files of the same name', () => {
    expect(of('directory').stdout.toString()).toMatch(/^Current state of the project\n[0-9a-f]{40}\n--\nruns\nhallo\nDev\n$/);
    expect(initial('directory')).toMatchObject({ 'src/grüße.txt': 'file 0644', 'tools/run.sh': 'file 0755', latest: 'symlink src/grüße.txt', 'ignored/old.txt': 'file 0644' });
    expect(of('directory').changes('workspace')).not.toHaveProperty(['HANDOFF.md']);
  });

  test('a repository is at its commit, with its history, and the sources lie in it uncommitted', () => {
    expect(of('git').stdout.toString()).toBe(`Second\nFirst\n M HANDOFF.md\n?? AGENTS.md\n${commit}\n--\nruns\nhallo\nDev\n`);
    expect(initial('git')).toMatchObject({ 'tools/run.sh': 'file 0755', latest: 'symlink src/grüße.txt', 'HANDOFF.md': 'file 0644' });
    expect(initial('git')).not.toHaveProperty(['later.txt']);
  });

  test.for(['template', 'directory', 'git'])('%s: what was committed, ignored, untracked or nested is in the captured changes', (task) => {
    expect(of(task).changes('workspace')).toMatchObject({
      'committed.txt': { kind: 'created' },
      'untracked.txt': { kind: 'created' },
      'ignored/new.txt': { kind: 'created' },
      'nested/inner.txt': { kind: 'created' },
      'nested/after.txt': { kind: 'created' },
      'nested/.git/HEAD': { kind: 'created' },
      '.git/index': { kind: 'modified' },
    });
  });

  test.for(['directory', 'git'])('%s: names that are not ASCII, executable bits and deletions are in them, too', (task) => {
    expect(of(task).changes('workspace')).toMatchObject({
      'src/größe.txt': { kind: 'created' },
      'src/grüße.txt': { kind: 'modified' },
      'src/plain.txt': { kind: 'mode-changed', before: { mode: '0644' }, after: { mode: '0755' } },
      'src/gone.txt': { kind: 'deleted' },
      'src/dahin gezogen.txt': { kind: 'renamed', from: '/home/projects/app/src/moved.txt' },
    });
  });

  test('the patch, applied to what was seeded, gives what the agent left', async () => {
    const copy = join(folder(), 'copy');
    project(copy);
    for (const [path, text] of Object.entries(sources)) writeFileSync(join(copy, path), text);
    const patch = join(folder(), 'changes.patch');
    cpSync(join(of('directory').dir, 'changes/workspace/changes.patch'), patch);
    // Git applies nothing to repositories' own files; theirs are in the patch as well.
    await execa('git', ['apply', '--exclude=.git/*', '--exclude=*/.git/*', patch], { cwd: copy });
    const text = (name: string): string => readFileSync(join(copy, name), 'utf8');
    expect(['committed.txt', 'untracked.txt', 'ignored/new.txt', 'nested/inner.txt', 'src/größe.txt', 'src/grüße.txt', 'src/dahin gezogen.txt'].map(text)).toEqual(['kept\n', 'loose\n', 'hidden\n', 'inner\n', 'größer\n', 'hallo\nmore\n', 'moved\n']);
    expect(['src/gone.txt', 'src/moved.txt'].filter((name) => existsSync(join(copy, name)))).toEqual([]);
    expect(statSync(join(copy, 'src/plain.txt')).mode & 0o111).toBe(0o111);
    expect(readlinkSync(join(copy, 'latest'))).toBe('src/grüße.txt');
    expect(statSync(join(copy, 'tools/run.sh')).mode & 0o111).toBe(0o111);
  });
});
