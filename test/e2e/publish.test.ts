import { execaSync } from 'execa';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageVersion } from '../../src/common/package-root.js';
import { formatBundle } from '../../src/evidence/bundle/listing.js';
import { digestFiles } from '../../src/evidence/listing.js';
import { verifyCampaign } from '../../src/evidence/verify.js';
import { cleanslate, LIMITS, manifestFile, type Finished } from '../support/cleanslate.js';
import { crateFaults } from '../support/crate.js';
import { filesBelow } from '../support/files-below.js';
import { forge } from '../support/forge.js';
import { journalOf } from '../support/journal.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

const TASK = 'refund-above-the-limit';
const run = (configuration: string, n: number): string => `${configuration}.${TASK}.full.run-${String(n)}`;
const MARA = ['--by', 'Mara Lind'];
const ADDRESS = 'mara.lind@quarry-works.de';
/** Nobody told the harness of it when the campaign was run. */
const SECRET = 'plum-orchard-7391-quay';
const NAME = 'Ottokar Quill';
const MINUTES = 60_000;

describe('publish', () => {
  const folder = suiteDirectory();
  let dir: string;
  let bundle: string;
  let file: string;
  let published: Finished;
  let personal: string;
  const publish = (from: string, out: string): Promise<Finished> => cleanslate(['publish', from, '--out', out, '--personal', personal], { ORCHARD_TOKEN: SECRET });
  const json = (name: string): unknown => JSON.parse(readFileSync(join(bundle, name), 'utf8'));

  /** Whatever prints or writes what was scored. */
  const outputs = async (): Promise<Map<string, string>> => {
    const asked = [['show', dir], ['show', dir, run('right', 1)], ['compare', dir, run('right', 1), run('right', 2)], ['compare', dir, dir], ...['junit', 'csv', 'otel', 'atif', 'inspect'].map((format) => ['export', dir, '--format', format, '--only', '*.run-1'])];
    const printed = await Promise.all(asked.map(async (args): Promise<[string, string]> => [args.filter((word) => word !== dir).join(' '), (await cleanslate(args)).stdout]));
    expect(await cleanslate(['report', dir])).toMatchObject({ exitCode: 0 });
    const pages = filesBelow(join(dir, 'report')).filter((path) => path.endsWith('.html'));
    return new Map([...printed, ...pages.map((path): [string, string] => [relative(dir, path), readFileSync(path, 'utf8')])]);
  };

  beforeAll(async () => {
    [dir, bundle, personal] = ['campaign', 'bundle', 'personal.txt'].map((name) => join(folder(), name)) as [string, string, string];
    writeFileSync(personal, `${NAME}\n`);
    file = manifestFile({
      campaign: 'index', quarter: '2026-Q4', limits: LIMITS, battery: { use: 'core-v1', tasks: [TASK] },
      configurations: [
        { id: 'right', agent: 'control/example', example: 'right' },
        { id: 'program', agent: 'command', command: { argv: ['sh', '-c', `echo '{"ask": "${ADDRESS}", "with": "${SECRET}", "or": "${NAME}", "see": "dev@example.com", "as": "'$(printf %s@%s nina.roth quarry-works.de)'"}' | tee ~/.note`], prompt: 'stdin' } },
      ],
    }, folder());
    expect(await cleanslate(['lock', file, '--engine', 'local'])).toMatchObject({ exitCode: 0 });
    expect(await cleanslate(['run', file, '--engine', 'local', '--out', dir, '--no-preflight', '--concurrency', '2'])).toMatchObject({ exitCode: 0 });
    expect((await cleanslate(['deviate', dir, '--note', `a day late, see ${ADDRESS}`, ...MARA])).exitCode).toBe(0);
  }, 3 * MINUTES);

  test('the gate refuses with every reason: a run less, evidence that changed, an open case, a control out of line', async () => {
    const other = join(folder(), 'refused');
    cpSync(dir, other, { recursive: true });
    await forge(other, run('right', 2), 'score.json', (text) => text.replace('"points": 0', '"points": 3'));
    expect((await cleanslate(['adjudicate', other, run('program', 1), '--open', ...MARA])).exitCode).toBe(0);
    expect((await cleanslate(['invalidate', other, run('program', 3), '--reason', 'outage', ...MARA])).exitCode).toBe(0);
    const reasons = async (): Promise<string[]> => {
      const { exitCode, stdout } = await cleanslate(['publish', other, '--out', join(folder(), 'never'), '--json']);
      expect(exitCode).toBe(1);
      return (JSON.parse(stdout) as { reasons: string[] }).reasons;
    };
    expect(await reasons()).toEqual([
      expect.stringMatching(`^${run('program', 3)}: not complete, taken back by an evaluator, and not run again`),
      expect.stringMatching(`^verify: trials/${run('right', 2)}/attempt-1/score.json: is not what its evidence gives: it says 3 points`),
      expect.stringMatching(`^control right: ${TASK} in full is as built in 4 of 5 runs; ${run('right', 2)}: got 3 points, and its key says 0`),
      `${run('program', 1)}: attempt 1 has an open adjudication (opened by Mara Lind)`,
    ]);
    for (const args of [['--open'], ['--note', 'I think otherwise', '--points', '2']]) expect((await cleanslate(['adjudicate', other, run('right', 3), ...args, ...MARA])).exitCode).toBe(0);
    expect(await reasons()).toContainEqual(expect.stringMatching(`^control right: ${TASK} in full is as built in 3 of 5 runs`));
    writeFileSync(join(other, 'trials', run('right', 4), 'attempt-1/answer.txt'), 'better');
    writeFileSync(join(other, 'campaign.json'), readFileSync(join(other, 'campaign.json'), 'utf8').replace('"protocol_lock"', '"no_lock"'));
    expect(await reasons()).toEqual(expect.arrayContaining([expect.stringMatching(/^lock: its battery was not locked before/), 'verify: campaign.json: changed']));
    expect(await reasons()).toContain(`verify: trials/${run('right', 4)}/attempt-1/answer.txt: changed`);
    expect(readdirSync(folder())).not.toContain('never');
    expect(journalOf(other).filter(({ type }) => type === 'campaign.published')).toEqual([]);
  });

  test('what passes is published, and nothing but that: results are pending before', async () => {
    const before = await outputs();
    expect([...before].filter(([, text]) => !/results pending/i.test(text)).map(([what]) => what)).toEqual([]);
    for (const table of (before.get('report/index.html') ?? '').match(/<caption>.*?<\/caption>/g) ?? []) expect(table).toContain('results pending');
    published = await publish(dir, bundle);
    expect([...(await outputs())].filter(([, text]) => /results pending/i.test(text)).map(([what]) => what)).toEqual([]);
    expect(published).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^published: .*\nredacted: \d+ files and lines.*\ndeviations: \d+, listed in README\.md\nlock root: [0-9a-f]{64}\njournal head: [0-9a-f]{64}\nbundle digest: [0-9a-f]{64}$/) as string });
    expect(readFileSync(join(bundle, 'tables/summary.md'), 'utf8')).not.toContain('pending');
    expect(json('tables/deviations.json')).toMatchObject({ recorded: [{ text: expect.stringContaining('a day late') as string, by: 'Mara Lind' }], found: expect.arrayContaining([expect.stringContaining('only 1 task was run'), expect.stringContaining('did not prove')]) as string[] });
    expect(json('tables/configurations.json')).toMatchObject([{ id: 'right', runs: 5, product: 'control/example', model_label: null, access: 'no model', memory: { feature: 'off' }, system_instructions: 'none added by the harness', tools: 'as its adapter starts it', harness_version: packageVersion(), hardware_and_runtime: { node: process.version } }, { id: 'program', runs: 5, observed: { sandboxes: [expect.stringContaining('local')] } }]);
    for (const name of ['README.md', 'tables/summary.md']) expect(readFileSync(join(bundle, name), 'utf8')).toMatch(/protocol version 1\.0/i);
    expect(json('publication.json')).toMatchObject({ campaign: 'index', protocol: '1.0', quarter: '2026-Q4', trials: 10, runs: 5 });
  });

  test('secrets and personal data are gone from every file, what a task is about stays, and each file is listed', () => {
    for (const path of filesBelow(bundle)) {
      const text = readFileSync(path, 'latin1');
      for (const word of [ADDRESS, SECRET, NAME]) expect(text.includes(word), `${word} in ${path}`).toBe(false);
    }
    const { redactions } = json('redactions.json') as { redactions: { file: string; kinds: string[] }[] };
    expect(redactions).toContainEqual(expect.objectContaining({ file: `trials/${run('program', 1)}/attempt-1/answer.txt`, kinds: ['credential', 'e-mail', 'personal'], before: expect.stringMatching(/^[0-9a-f]{64}$/) as string }));
    expect(redactions.map(({ file: name }) => name)).toEqual(expect.arrayContaining(['campaign.json', expect.stringMatching(/^journal\.jsonl:\d+$/), expect.stringMatching(/^results\.jsonl:\d+$/)]));
    expect(redactions.filter(({ file: name }) => name.includes(run('right', 1)))).toEqual([]);
    const answer = readFileSync(join(bundle, 'trials', run('program', 1), 'attempt-1/answer.txt'), 'utf8');
    expect(JSON.parse(answer)).toMatchObject({ ask: '[redacted:e-mail]********', see: 'dev@example.com' });
  });

  test('the bundle verifies elsewhere, with nothing of this machine: redacted, and not changed', async () => {
    const elsewhere = temporaryDirectory();
    cpSync(bundle, join(elsewhere, 'b'), { recursive: true });
    const { exitCode, stdout } = await cleanslate(['verify', 'b'], { HOME: join(elsewhere, 'home'), XDG_CACHE_HOME: join(elsewhere, 'cache') }, elsewhere);
    expect({ exitCode, fails: stdout.split('\n').filter((line) => !line.startsWith('ok   ')) }).toEqual({ exitCode: 0, fails: [] });
    expect(stdout).toContain(`ok   trials/${run('program', 1)}/attempt-1/answer.txt: redacted (credential, e-mail, personal)\n`);
    expect(stdout).toContain('ok   scores: ');
    expect(execaSync('sha256sum', ['--check', '--quiet', 'bundle.sha256'], { cwd: join(elsewhere, 'b') })).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(crateFaults(json('ro-crate-metadata.json'), bundle)).toEqual([]);
  });

  test('one byte of the bundle, redacted or not, and the file is named', async () => {
    // Of the evidence, a file as it was and one that is redacted: tampering.test.ts has every kind.
    const own = filesBelow(bundle).map((path) => relative(bundle, path)).filter((name) => !/^(?:trials|material)\//.test(name));
    const sample = [...own, ...['right', 'program'].map((configuration) => `trials/${run(configuration, 5)}/attempt-1/answer.txt`)];
    expect(sample.length).toBeGreaterThan(15);
    for (const name of sample) {
      const bytes = readFileSync(join(bundle, name));
      const changed = Buffer.from(bytes);
      changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(bundle, name), changed);
      const faults = (await verifyCampaign(bundle)).filter(({ ok }) => !ok).map(({ line }) => line);
      writeFileSync(join(bundle, name), bytes);
      expect(faults, name).toContainEqual(expect.stringContaining(name));
    }
  }, 3 * MINUTES);

  test('whoever makes other tables, and digests for them, is found out: they are made anew from the evidence', async () => {
    const forged = join(temporaryDirectory(), 'forged');
    cpSync(bundle, forged, { recursive: true });
    const edit = (name: string, change: (text: string) => string): void => { writeFileSync(join(forged, name), change(readFileSync(join(forged, name), 'utf8'))); };
    edit('tables/summary.md', (text) => text.replace('All 10 trials', 'All 11 trials'));
    edit('tables/deviations.json', (text) => text.replace('a day late', 'in time'));
    edit('publication.json', (text) => text.replace(/"published_at": "\d{4}/, '"published_at": "1999'));
    edit('README.md', (text) => `${text}\nAll is well.\n`);
    rmSync(join(forged, 'tables/invalid.json'));
    writeFileSync(join(forged, 'tables/more.md'), 'more');
    writeFileSync(join(forged, 'bundle.sha256'), formatBundle((await digestFiles(forged, { skip: 'bundle.sha256' })).files));
    const { exitCode, stdout } = await cleanslate(['verify', forged]);
    expect(exitCode).toBe(1);
    expect(stdout.split('\n').filter((line) => line.startsWith('FAIL')).sort()).toEqual([
      'FAIL README.md: is not what the evidence gives', 'FAIL publication.json: is not what the evidence gives',
      'FAIL tables/deviations.json: is not what the evidence gives', 'FAIL tables/invalid.json: missing', 'FAIL tables/more.md: unknown, the evidence gives no such table', 'FAIL tables/summary.md: is not what the evidence gives',
    ]);
  });

  test('the same campaign gives the same bundle, byte for byte', async () => {
    const again = join(folder(), 'again');
    const digest = (done: Finished): string | undefined => /bundle digest: (\w+)/.exec(done.stdout)?.[1];
    expect(await publish(dir, bundle)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is there already') as string });
    expect(digest(await publish(dir, again))).toBe(digest(published));
    rmSync(again, { recursive: true });
  });

  test('a published campaign is closed to runs and decisions, and its bundle to everything', async () => {
    const before = journalOf(dir).length;
    const closed: string[][] = [
      ['run', file, '--engine', 'local', '--out', dir, '--no-preflight'],
      ['invalidate', dir, run('right', 1), '--reason', 'outage', ...MARA],
      ['adjudicate', dir, run('right', 1), '--open', ...MARA],
    ];
    for (const args of closed) expect(await cleanslate(args)).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^cleanslate: .*: is closed since it was published at 2\d{3}-.*; run a new campaign/) as string });
    for (const args of [['run', file, '--engine', 'local', '--out', bundle], ['deviate', bundle, '--note', 'me too', ...MARA]]) expect(await cleanslate(args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is a published bundle') as string });
    expect(journalOf(dir)).toHaveLength(before);
  });

  test('a deviation that comes to light later, or shows in an anchor, is in the next bundle: tables, README and report', async () => {
    expect((await cleanslate(['deviate', dir, '--note', 'the clock was an hour off', ...MARA])).exitCode).toBe(0);
    const repository = temporaryDirectory();
    execaSync('sh', ['-c', 'git init --quiet && git -c user.name=M -c user.email=m@example.com commit --quiet --allow-empty --message First'], { cwd: repository });
    expect(await cleanslate(['anchor', dir, '--of', 'lock', '--tag', 'locked', '--repo', repository], { GIT_COMMITTER_NAME: 'M', GIT_COMMITTER_EMAIL: 'm@example.com' })).toMatchObject({ exitCode: 0 });
    const later = join(folder(), 'later');
    expect(await publish(dir, later)).toMatchObject({ exitCode: 0 });
    // A lock that was anchored after its runs is a deviation that nobody has to record.
    for (const name of ['README.md', 'tables/summary.md', 'tables/deviations.json']) expect(readFileSync(join(later, name), 'utf8')).toMatch(/The protocol was anchored only after the first attempt \(lock by tag locked\)[^]*the clock was an hour off|the clock was an hour off[^]*The protocol was anchored only after/);
    expect(await cleanslate(['report', dir])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(dir, 'report/index.html'), 'utf8')).toContain('The protocol was anchored only after the first attempt (lock by tag locked)');
    expect(await cleanslate(['verify', later])).toMatchObject({ exitCode: 0 });
  });

  test('show, compare and replay work on the bundle', async () => {
    expect((await cleanslate(['show', bundle])).stdout).toContain('| right | full | –');
    expect((await cleanslate(['show', bundle, run('program', 1)])).stdout).toContain('[redacted:e-mail]');
    expect(await cleanslate(['compare', bundle, run('right', 1), run('right', 2)])).toMatchObject({ exitCode: 0 });
    expect(await cleanslate(['replay', bundle, run('right', 1)])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('starting state: the same') as string });
    // Of what was redacted, nobody can say that it differs.
    expect(await cleanslate(['replay', bundle, run('program', 1)])).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/note: the bundle has parts of this evidence redacted \(credential, e-mail, personal\): what follows them could not be compared in .*answer\.txt[^]*\nequal: /) as string });
  });
});
