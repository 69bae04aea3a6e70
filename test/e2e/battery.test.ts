import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { parseTask } from '../../src/protocol/battery/task-text.js';
import { filesBefore } from '../../src/protocol/battery/task.js';
import { cleanslate, jsonLines, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { filesBelow } from '../support/files-below.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

const MINUTES = 60_000;

/** One task of each category, the smaller ones. */
const FOUR = ['owner-moved-midway', 'wiki-against-policy', 'refund-above-the-limit', 'same-figure-two-regions'];
/** Where two are enough to show that another kind of sandbox makes no difference; all of them on both is `make acceptance`. */
const TWO = FOUR.slice(2);

describeOnEveryMachine('calibration', (machine) => {
  test('plays every example of a task of each category, and each gets what its key says', { timeout: 10 * MINUTES }, async () => {
    const tasks = machine === 'docker' ? FOUR : TWO;
    const { exitCode, stdout, stderr } = await cleanslate(['calibrate', '--engine', machine, '--tasks', ...tasks, '--out', join(temporaryDirectory(), 'calibration')]);
    expect({ exitCode, faults: exitCode === 0 ? '' : `${stdout}\n${stderr}` }).toEqual({ exitCode: 0, faults: '' });
    expect(stdout).toContain(`of ${String(tasks.length)} tasks got what their keys say; right answers and others are apart in every category.`);
    for (const category of ['project-memory', 'instruction-retention', 'role-persistence', 'document-recall'].slice(-tasks.length)) {
      expect(stdout).toMatch(new RegExp(`^\\| ${category} \\| right \\| (\\d+) \\| \\1 \\| \\1 \\|  \\|  \\|  \\|$`, 'm'));
      expect(stdout).toMatch(new RegExp(`^\\| ${category} \\| absent \\| (\\d+) \\| \\1 \\|  \\|  \\|`, 'm'));
    }
  });
});

const TASK = 'owner-moved-midway';
/** A document of the first session, and one that a later session lays over the workspace. */
const LOG = 'logs/import-2026-02-11.log';
const DOCUMENTS = [{ document: 'README.md', as: 'PRODUCT.md' }, { document: LOG, as: 'log.txt' }];
const SECRET = 'walnut-harbour-5512-slate';
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
  let out: string;
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
    // Other tools get both values: what was scored, and what counts.
    const [header, row] = (await cleanslate(['export', dir, '--format', 'csv', '--only', trial])).stdout.split('\r\n').map((line) => line.split(','));
    const cellOf = (name: string): string | undefined => row?.at((header ?? []).indexOf(name) - (header ?? []).length);
    expect(['counts', 'points_counted', 'adjudication', 'taken_back'].map(cellOf)).toEqual(['true', '1', 'closed', '']);
    expect((await cleanslate(['export', dir, '--format', 'junit', '--only', trial])).stdout).toContain('adjudication closed: scored 3, counts 1');
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
    const adaptations = [{ id: 'attached', why: 'the product is told of files', before: 'The files of the project are at hand.', documents: DOCUMENTS }];
    const manifest = manifestFile(campaign({ battery: { use: './changed', tasks: [TASK], profiles: ['full', 'ceiling'], secret_env: 'QUARTER_SECRET' }, quarter: '2026-Q4', configurations: [{ id: 'right', agent: 'control/example', example: 'right', adaptations }, { id: 'first-owner', agent: 'control/example', example: 'first-owner' }] }), folder());
    out = join(folder(), 'locked');
    const run = (env: Record<string, string>): Promise<Finished> => cleanslate(['run', manifest, '--engine', 'local', '--out', out, '--only', 'right.*'], env);
    expect(await run({})).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('battery.secret_env: the environment has no `QUARTER_SECRET`') as string });
    expect((await run({ QUARTER_SECRET: SECRET })).exitCode).toBe(0);
    // Whoever guesses another secret would get another variant.
    expect(await run({ QUARTER_SECRET: `${SECRET}s` })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`task_parts.${TASK}.material`) as string });
    const key = join(copy, TASK, 'key.yaml');
    writeFileSync(key, readFileSync(key, 'utf8').replace('someone-else:', 'someone-othr:'));
    expect(await run({ QUARTER_SECRET: SECRET })).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`tasks.${TASK}`) as string });
  });

  test('an adaptation is in the prompts of its configuration alone, kept in both versions, and stands beside the results', async () => {
    const { material } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as { material: { prompts: Record<string, string> } };
    const [own = '', adapted = ''] = [`${TASK}/full`, `${TASK}/full/adapted/right`].map((key) => readFileSync(join(out, material.prompts[key] ?? ''), 'utf8'));
    expect(adapted).toBe(`The files of the project are at hand.\n\n${own}`);
    const asked = filesBelow(join(out, 'trials')).filter((path) => path.includes('/prompts/')).map((path) => readFileSync(path, 'utf8'));
    expect(asked).toContain(adapted);
    expect(asked.every((prompt) => prompt.startsWith('The files of the project are at hand.'))).toBe(true);
    const { stdout } = await cleanslate(['show', out]);
    expect(stdout).toContain(`- right: attached, the product is told of files; before every prompt: "The files of the project are at hand."; README.md also as PRODUCT.md; ${LOG} also as log.txt`);
    expect(stdout).toContain(`| right | ${TASK} | project-memory | full | [0] | 1/1 |`);
  });

  test('what an adaptation adds to the context is counted, for its configuration alone', async () => {
    const { summary: { contrasts } } = JSON.parse((await cleanslate(['show', out, '--json'])).stdout) as { summary: { contrasts: { a: { configuration: string; profile: string }; context_a: number; context_b: number }[] } };
    const costs = (id: string): number[] => contrasts.filter(({ a }) => a.configuration === id).flatMap(({ a, context_a, context_b }) => (a.profile === 'full' ? [context_a, context_b] : [context_b, context_a]));
    const { material } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as { material: { tasks: Record<string, string> } };
    const { sessions } = parseTask(readFileSync(join(out, material.tasks[TASK] ?? ''), 'utf8'));
    const files = filesBefore(sessions, sessions.length);
    const documents = [...(files.get('README.md') ?? ''), ...(files.get(LOG) ?? '')].length;
    const around = 'The files of the project are at hand.\n\n'.length;
    const [full = 0, ceiling = 0] = costs('first-owner');
    expect(documents).toBeGreaterThan(100);
    expect(costs('right')).toEqual([full + documents + around * sessions.flatMap(({ turns }) => turns).length, ceiling + documents + around]);
  });

  test('an adapted document stands under both names from the session on that has it, for its configuration alone, and both workspaces are kept', async () => {
    const { material } = JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')) as { material: { workspaces: Record<string, string> } };
    const [own, adapted] = [`${TASK}/full`, `${TASK}/full/adapted/right`].map((key) => readFileSync(join(out, material.workspaces[key] ?? '')).includes('PRODUCT.md'));
    expect([own, adapted]).toEqual([false, true]);
    const digests = (session: number): (string | undefined)[] => {
      const { entries } = JSON.parse(readFileSync(join(out, `trials/right.${TASK}.full.run-1/attempt-1/session-${String(session)}/initial.json`), 'utf8')) as { entries: { path: string; sha256?: string }[] };
      return ['README.md', 'PRODUCT.md', LOG, 'log.txt'].map((name) => entries.find(({ path }) => path.endsWith(`/app/${name}`))?.sha256);
    };
    const [first, last] = [digests(1), digests(4)];
    expect([first[0], first[2], first[3]]).toEqual([first[1], undefined, undefined]);
    expect(last[2]).toMatch(/^[0-9a-f]{64}$/);
    expect(last[3]).toBe(last[2]);
    const bad = (documents: unknown): Promise<Finished> => cleanslate(['run', manifestFile(campaign({ configurations: [{ id: 'right', agent: 'control/example', example: 'right', adaptations: [{ id: 'a', why: 'b', documents }] }] })), '--engine', 'local', '--dry-run']);
    expect(await bad([{ document: 'README.md', as: LOG }])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`README.md cannot stand as ${LOG} too, which is there already`) as string });
    expect(await bad([{ document: 'NOTES.md', as: 'x.md' }])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no task has a document NOTES.md; there is README.md') as string });
  });

  test('an adaptation that tells a fact is refused: all configurations get the same ones', async () => {
    const told = (tasks: object, after: string): Promise<Finished> => cleanslate(['run', manifestFile(campaign({ ...tasks, configurations: [{ id: 'right', agent: 'control/amnesiac', adaptations: [{ id: 'a', why: 'b', after }] }] })), '--engine', 'local', '--dry-run']);
    const names = 'Ask Wendelin, Ragnhild or Calista about the schema.';
    expect(await told({ battery: { use: 'core-v1', tasks: [TASK] } }, names)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/adaptation a says `(Wendelin|Ragnhild|Calista)`, which owner-moved-midway asks for; an adaptation tells a product how, and never what/) as string });
    expect(await told({ battery: undefined, tasks: [{ scenario: 'short', profiles: ['handoff'] }] }, 'The database is sqlite.')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('says `sqlite`, which short asks for') as string });
  });

  test('the ceiling of a task is one more profile: all of it in one prompt, scored like the rest, contrasted with it; the secret of the quarter is in no file', async () => {
    const { stdout } = await cleanslate(['show', out]);
    expect(stdout).toContain(`| right | ${TASK} | project-memory | ceiling | [0] | 1/1 |`);
    expect(stdout).toMatch(/^\| right \| ceiling \/ full \| failure points \| 1 \| \d+ \/ \d+ \| 0\.00 \/ 0\.00 \| 0\.00 \|/m);
    expect(await cleanslate(['verify', out])).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^ok {3}scores: /m) as string });
    expect(filesBelow(out).filter((path) => readFileSync(path).includes(SECRET))).toEqual([]);
  });

  test('two campaigns are compared as independent snapshots: every changed item first, then what either got', async () => {
    const { exitCode, stdout } = await cleanslate(['compare', dir, out]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^a: index, opened .*; all 2 trials complete, not published: results pending; deviations: 0\nb: index, 2026-Q4, opened .*; 2 of 4 trials complete: results pending; deviations: 0\nTwo independent snapshots: nothing is pooled/);
    expect(stdout).toContain('- quarter: only in b (2026-Q4)\n');
    expect(stdout).toContain('- right.adaptations: only in b\n');
    expect(stdout).toMatch(new RegExp(`- ${TASK}\\.material: [0-9a-f]{12} → [0-9a-f]{12}\n`));
    expect(stdout).not.toContain('### Harness');
    expect(stdout).toContain('| first-owner | full | project-memory | 1 point in 1 | – |');
    expect(stdout).toContain('| right | full | total | 0 points in 1 | 0 points in 1 |');
    expect(await cleanslate(['compare', dir, dir])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing that was declared, locked or observed changed.') as string });
    expect(await cleanslate(['compare', dir, trial])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is one trial: there is nothing to compare it with') as string });
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
    ['an unknown kind of check', 'task.yaml', 'kind: exact, file: duty.json', 'kind: similar, file: duty.json', /must be one of the kinds exact, allowed/],
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
