import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanslate, commandCampaign, controls, manifestFile, start, type Finished } from '../support/cleanslate.js';
import { journalOf, untilUnderWay } from '../support/journal.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

const ORACLE = 'oracle-reader.short.handoff.run-1';
const MARA = ['--by', 'Mara Lind'];

describe("an evaluator's acts", () => {
  const folder = suiteDirectory();
  let dir: string;
  let file: string;
  const run = (): Promise<Finished> => cleanslate(['run', file, '--engine', 'local', '--out', dir]);

  beforeAll(async () => {
    [dir, file] = [join(folder(), 'campaign'), manifestFile(controls(['oracle-reader', 'amnesiac'], ['handoff'], 1), folder())];
    expect(await run()).toMatchObject({ exitCode: 0 });
  });

  test('an attempt that is taken back counts no more, keeps its score beside it, and is run again', async () => {
    const note = 'the provider\u001b[2J was half down';
    expect((await cleanslate(['invalidate', dir, ORACLE, '--reason', 'outage', '--note', note, ...MARA])).stdout).toContain(`${ORACLE}: taken back (outage)`);

    const pending = await cleanslate(['show', dir]);
    expect(pending.stdout).toContain('1 of 2 trials complete: results pending.\nInvalid attempts: oracle-reader 1.\n');
    expect(pending.stdout).toContain(String.raw`- ${ORACLE} attempt 1: outage, Mara Lind (the provider\u{1b}[2J was half down); had scored 4 of 4`);
    expect(pending.stdout).toMatch(/^oracle-reader\.short\.handoff\.run-1 +invalidated +1 {2}had scored 4\/4 grounded$/m);
    expect(pending.stdout).not.toMatch(/^\| oracle-reader \| short/m);
    // The attempt is told of with its rate: nothing else of this configuration counts.
    expect(pending.stdout).toMatch(/^\| oracle-reader \| 1 \| 1 \| 100 % \| 0 \|/m);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('campaign: not finished, an evaluator took back an attempt') as string });

    const again = await run();
    expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('All 2 trials complete.\nInvalid attempts: oracle-reader 1.\n') as string });
    expect(again.stdout).toContain('had scored 4 of 4');
    expect(again.stdout).toMatch(/^\| oracle-reader \| short \| handoff \| \d+ \| 1 \| 4\.00 /m);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('campaign: finished') as string });
  });

  test('a deviation stands beside the results, and changes none', async () => {
    const tables = (text: string): string => text.slice(text.indexOf('| Configuration'));
    const before = await cleanslate(['show', dir]);
    expect((await cleanslate(['deviate', dir, '--note', 'two runs were a day late', ...MARA])).exitCode).toBe(0);
    const after = await cleanslate(['show', dir]);
    expect(after.stdout).toContain('Deviations from the protocol:\n- two runs were a day late (Mara Lind)\n');
    expect(tables(after.stdout)).toBe(tables(before.stdout));
    expect(journalOf(dir).at(-1)).toMatchObject({ type: 'deviation.recorded', text: 'two runs were a day late', by: 'Mara Lind' });
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test.for<[what: string, args: (dir: string) => string[], line: RegExp]>([
    ['no reason', (dir) => ['invalidate', dir, ORACLE, ...MARA], /required option '--reason <reason>'/],
    ['a reason of its own', (dir) => ['invalidate', dir, ORACLE, '--reason', 'bad-answer', ...MARA], /Allowed choices are rate-limit, outage, harness-error, evaluator-mistake/],
    ['nobody', (dir) => ['invalidate', dir, ORACLE, '--reason', 'outage', '--by', ' '], /--by: says nothing/],
    ['a trial that is not there', (dir) => ['invalidate', dir, 'oracle-reader.short.handoff.run-9', '--reason', 'outage', ...MARA], /no trial "oracle-reader\.short\.handoff\.run-9"; there is /],
    ['a deviation without words', (dir) => ['deviate', dir, '--note', '', ...MARA], /--note: says nothing/],
    ['a name that is a key', (dir) => ['invalidate', dir, ORACLE, '--reason', 'outage', '--by', `Mara ghp_${'a1'.repeat(18)}`], /--by: this holds a credential/],
    ['a note with a key', (dir) => ['deviate', dir, '--note', `saw AIza${'b2'.repeat(17)}c`, ...MARA], /--note: this holds a credential/],
    ['no campaign', () => ['deviate', join(import.meta.dirname, '../agents'), '--note', 'late', ...MARA], /is not a campaign directory/],
  ])('%s: refused, and nothing is on the journal', async ([, args, line]) => {
    const before = journalOf(dir).length;
    const { exitCode, stdout, stderr } = await cleanslate(args(dir));
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, stdout: '', lines: 1 });
    expect(stderr).toMatch(line);
    expect(journalOf(dir)).toHaveLength(before);
  });

  test('while a harness runs the campaign, and where nothing counts yet', async () => {
    const at = join(temporaryDirectory(), 'campaign');
    mkdirSync(at);
    const harness = start(['run', manifestFile(commandCampaign({ argv: ['sleep', '600'], prompt: 'stdin' })), '--engine', 'local', '--out', at]);
    await untilUnderWay(at, 0);
    const act = (): Promise<Finished> => cleanslate(['invalidate', at, 'program.short.handoff.run-1', '--reason', 'outage', ...MARA]);
    expect(await act()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`is being run by process ${String(harness.pid)}`) as string });
    harness.kill('SIGINT');
    await harness;
    expect(await act()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('program.short.handoff.run-1: has no attempt that counts') as string });
  });
});
