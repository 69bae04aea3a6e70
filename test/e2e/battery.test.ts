import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { cleanslate, jsonLines, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { filesBelow } from '../support/files-below.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

const MINUTES = 60_000;

/** One task of each category, the smaller ones. */
const FOUR = ['owner-moved-midway', 'wiki-against-policy', 'refund-above-the-limit', 'same-figure-two-regions'];

describeOnEveryMachine('calibration', (machine) => {
  test('plays every example of a task of each category, and each gets what its key says', { timeout: 10 * MINUTES }, async () => {
    const { exitCode, stdout, stderr } = await cleanslate(['calibrate', '--engine', machine, '--tasks', ...FOUR, '--out', join(temporaryDirectory(), 'calibration')]);
    expect({ exitCode, faults: exitCode === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ exitCode: 0, faults: '' });
    expect(stdout).toContain('of 4 tasks got what their keys say; right answers and others are apart in every category.');
    for (const category of ['project-memory', 'instruction-retention', 'role-persistence', 'document-recall']) {
      expect(stdout).toMatch(new RegExp(`^\\| ${category} \\| right \\| (\\d+) \\| \\1 \\| \\1 \\|  \\|  \\|  \\|$`, 'm'));
      expect(stdout).toMatch(new RegExp(`^\\| ${category} \\| absent \\| (\\d+) \\| \\1 \\|  \\|  \\|`, 'm'));
    }
  });
});

const TASK = 'owner-moved-midway';
const campaign = (more: object = {}): object => ({
  campaign: 'index',
  runs: 1,
  limits: LIMITS,
  battery: { use: 'core-v1', tasks: [TASK] },
  configurations: ['right', 'first-owner'].map((example) => ({ id: example, agent: 'control/example', example })),
  ...more,
});

describe('a campaign over a battery', () => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const trial = `first-owner.${TASK}.full.run-1`;

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    ran = await cleanslate(['run', manifestFile(campaign(), folder()), '--engine', 'local', '--out', dir, '--fail-on-points']);
  }, 2 * MINUTES);

  test('prints raw points by category and in total beside the number of trials, run by run, and whether each example is as built', () => {
    expect(ran).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('All 2 trials complete.\nNo invalid attempts.') as string });
    expect(ran.stdout).toContain('| first-owner | full | 3 in 1 | – | – | – | 3 | 1 | 0 |');
    expect(ran.stdout).toContain(`| right | ${TASK} | project-memory | full | [0] | 1/1 |`);
    expect(ran.stdout).toContain(`| first-owner | control/example | ${TASK} | full | 1/1 |  |`);
  });

  test('keeps what each check found and cost, and shows what was expected and where it stands', async () => {
    const line = jsonLines(readFileSync(join(dir, 'results.jsonl'), 'utf8')).find((one) => one['trial'] === trial);
    expect(line).toMatchObject({ scenario: null, task: TASK, category: 'project-memory', profile: 'full', points: 3, score: { points: 3 } });
    expect((line?.['score'] as { checks: unknown[] }).checks).toContainEqual({ id: 'owner', kind: 'exact', outcome: 'superseded', points: 3 });
    const { stdout } = await cleanslate(['show', dir, trial]);
    expect(stdout).toMatch(/FAIL owner \(exact\): superseded, 3 points\n {9}expected: \["\w+"\]\n {9}stands in session 2, turn 1: "the schema went over to \w+ last week"/);
  });

  test('verifies, replays to the same state and answer, and is summarized like others', async () => {
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
    expect(await cleanslate(['replay', dir, trial])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('starting state: the same') as string });
    expect((await cleanslate(['summarize', '--results', join(dir, 'results.jsonl')])).stdout).toContain('| right | full | 0 in 1 |');
  });

  test('an adjudication is opened and closed with a note; the tables count what was decided, and show what was scored', async () => {
    const adjudicate = (...more: string[]): Promise<Finished> => cleanslate(['adjudicate', dir, trial, '--by', 'Mara Lind', ...more]);
    expect(await adjudicate('--note', 'too early')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has no open adjudication') as string });
    expect((await adjudicate('--open')).stdout).toBe(`${trial}: opened`);
    expect((await cleanslate(['show', dir])).stdout).toContain('Adjudications: 1, open: 1.');
    expect(await adjudicate('--note', 'as good as right', '--points', '4')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not 0, 1, 2 or 3') as string });
    expect((await adjudicate('--note', 'the name stands in the runbook', '--points', '1')).stdout).toBe(`${trial}: closed, counts 1`);
    const { stdout } = await cleanslate(['show', dir]);
    expect(stdout).toContain(`- ${trial} attempt 1: opened by Mara Lind; the name stands in the runbook (Mara Lind: 1 points); closed; scored 3, counts 1`);
    expect(stdout).toContain('| first-owner | full | 1 in 1 | – | – | – | 1 | 1 | 0 |');
    expect(stdout).toContain('| full | [3→1] | 0/1 |');
    expect((await cleanslate(['show', dir, trial])).stdout).toContain('Adjudication\n  opened by Mara Lind\n');
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });

  test('no key enters a sandbox: neither its file nor what only it says is in anything that was seeded', () => {
    const key = readFileSync(inPackage('fixtures/batteries/core-v1', TASK, 'key.yaml'), 'utf8');
    const only = /derived: (.*)/.exec(key)?.[1] ?? '';
    expect(only).not.toBe('');
    const seeded = new Set(Object.values((JSON.parse(readFileSync(join(dir, 'lock.json'), 'utf8')) as { workspaces: object; agents: object }).workspaces as Record<string, string>));
    for (const path of filesBelow(join(dir, 'trials'))) {
      const reset = /reset\.json$/.test(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { seed: Record<string, unknown> }).seed : {};
      for (const digest of [reset['workspace'], reset['agent'], reset['carried'], reset['laid']]) if (typeof digest === 'string') seeded.add(digest);
    }
    expect(seeded.size).toBeGreaterThan(3);
    expect([...seeded].filter((digest) => readFileSync(join(dir, 'material', digest)).includes(only))).toEqual([]);
  });

  test('one character of a key, and the campaign does not go on: it names the task', async () => {
    const copy = join(folder(), 'changed');
    cpSync(inPackage('fixtures/batteries/core-v1'), copy, { recursive: true });
    const manifest = manifestFile(campaign({ battery: { use: './changed', tasks: [TASK] } }), folder());
    const out = join(folder(), 'locked');
    expect((await cleanslate(['run', manifest, '--engine', 'local', '--out', out, '--only', 'right.*'])).exitCode).toBe(0);
    const key = join(copy, TASK, 'key.yaml');
    writeFileSync(key, readFileSync(key, 'utf8').replace('someone-else:', 'someone-othr:'));
    expect(await cleanslate(['run', manifest, '--engine', 'local', '--out', out])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`tasks.${TASK}`) as string });
  });
});

describe('what is refused, in one line', () => {
  const dry = (manifest: object, folder?: string): Promise<Finished> => cleanslate(['run', manifestFile(manifest, folder), '--dry-run']);

  test.each([
    ['an unknown battery', { battery: 'core-v9' }, /battery: there is no battery `core-v9`/],
    ['an unknown task', { battery: { use: 'core-v1', tasks: ['nowhere'] } }, /battery\.tasks: there is no task `nowhere`/],
    ['a selection without a task', { battery: { use: 'core-v1', tasks: [TASK], categories: ['document-recall'] } }, /no selected task is in the category document-recall/],
    ['an unknown category', { battery: { use: 'core-v1', categories: ['recall'] } }, /battery/],
    ['a configuration without a workspace', { mode: 'prompt' }, /has no workspace, and the tasks of a battery are done in one/],
    ['an example that no task has', { configurations: [{ id: 'a', agent: 'control/example', example: 'none-such' }] }, /no selected task has an example `none-such`/],
    ['a player without an example', { configurations: [{ id: 'a', agent: 'control/example' }] }, /needs an `example`/],
    ['an example of another agent', { configurations: [{ id: 'a', agent: 'control/amnesiac', example: 'right' }] }, /`example` is only for `agent: control\/example`/],
    ['neither tasks nor a battery', { battery: undefined }, /needs at least one of `tasks`, or a `battery`/],
  ])('%s', async (_, more, message) => {
    const { exitCode, stderr } = await dry(campaign(more));
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(message) as string });
    expect(stderr.split('\n')).toHaveLength(1);
  });

  test.each([
    ['an unknown kind of check', 'task.yaml', 'kind: exact, file: owners.json', 'kind: similar, file: owners.json', /must be one of the kinds exact, allowed/],
    ['a battery that is not proven', 'key.yaml', 'outcomes: { owners-file: superseded, owner: superseded }', 'outcomes: { owners-file: superseded }', /is not proven: owner-moved-midway: example `first-owner`: check `owner` finds superseded, and the key says right/],
  ])('%s', async (_, file, from, to, message) => {
    const folder = temporaryDirectory();
    cpSync(inPackage('fixtures/batteries/core-v1'), join(folder, 'own'), { recursive: true });
    const path = join(folder, 'own', TASK, file);
    const before = readFileSync(path, 'utf8');
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
    const manifest = campaign({ battery: { use: './own', tasks: [TASK] } });
    expect(await dry(manifest, folder)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(message) as string });
    expect(await cleanslate(['calibrate', join(folder, 'own'), '--tasks', TASK])).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(message) as string });
  });
});
