import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanslate, controls, jsonLines, manifestFile } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectories } from '../support/temporary.js';

const lines = (dir: string): Record<string, unknown>[] => jsonLines(readFileSync(join(dir, 'results.jsonl'), 'utf8'));

/** `fresh` gives a new folder for each manifest and each campaign. */
const tools = (machine: string, fresh: () => string) => ({
  written: (manifest: object): string => manifestFile(manifest, fresh()),
  run: (manifest: string, dir: string, ...more: string[]) => cleanslate(['run', manifest, '--engine', machine, '--out', dir, ...more]),
});

describeOnEveryMachine('a campaign', (machine) => {
  const fresh = suiteDirectories();
  const { written, run } = tools(machine, fresh);

  test('runs every trial, scores it, and says so in tables, evidence and results', async () => {
    const dir = join(fresh(), 'campaign');
    const { exitCode, stdout, stderr } = await run(written(controls(['oracle-reader', 'leaker'], ['handoff', 'contextos'], 2)), dir);
    expect({ exitCode, stderr: stderr.includes('report: ') }).toEqual({ exitCode: 0, stderr: true });
    expect(stdout).toContain('All 8 trials complete.\nNo invalid attempts.');
    expect(stdout).toMatch(/\| oracle-reader \| short \| contextos \| \d+ \| 2 \| 4\.00 \| 4\.00 \| 0\.00 \|/);
    expect(stdout).toMatch(/\| leaker \| short \| handoff \| \d+ \| 2 \| 0\.00 \| 0\.00 \|/);
    expect(stdout).toContain('| leaker | control/leaker | short | handoff | 2/2 | 0 |');
    expect(stdout).not.toContain('Not as built');

    const [line] = lines(dir).filter(({ trial }) => trial === 'oracle-reader.short.handoff.run-1');
    expect(line).toMatchObject({
      scenario: 'short', profile: 'handoff', model_id: 'control/oracle-reader', provider: 'none', trial_index: 1, input_tokens: null,
      mode: 'workspace', campaign: 'small', attempt: 1, configuration: 'oracle-reader', agent: 'control/oracle-reader', task: 'short', category: null,
      run: 1, points: null, normalized: 'none', files_changed: 0, score: { grounded_correct: 4, format_failure: null },
    });
    expect(line?.['initial_state']).toMatch(/^[0-9a-f]{64}$/);
    expect(line?.['tool_calls']).toBeGreaterThan(0);
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
    expect((await cleanslate(['summarize', '--results', join(dir, 'results.jsonl')])).stdout).toContain('| oracle-reader | short | handoff |');

    const attempt = join(dir, 'trials/leaker.short.handoff.run-1/attempt-1');
    expect(readdirSync(attempt).sort()).toEqual([
      'answer.json', 'answer.txt', 'attempt.json', 'attribution.json', 'changes', 'delivery.json', 'evidence.sha256', 'material.jsonl', 'normalization.json', 'score.json', 'session-1', 'trace.jsonl',
    ]);
    const shown = await cleanslate(['show', dir, 'leaker.short.handoff.run-1']);
    expect(shown.stdout).toMatch(/Changes in home\n {2}created +\/home\/dev\/\.working-notes\.json/);
  });

  test('the same manifest twice gives the same initial states and the same scores', async () => {
    const manifest = written(controls(['oracle-reader', 'stale-reader'], ['contextos'], 2));
    const [a, b] = [join(fresh(), 'a'), join(fresh(), 'b')];
    const summaries = [(await run(manifest, a)).stdout, (await run(manifest, b)).stdout];
    const facts = (dir: string): unknown[] => lines(dir).map(({ trial, initial_state, score }) => ({ trial, initial_state, score })).sort((x, y) => (String(x.trial) < String(y.trial) ? -1 : 1));
    expect(facts(a)).toEqual(facts(b));
    expect(new Set(lines(a).filter(({ configuration }) => configuration === 'stale-reader').map(({ initial_state }) => initial_state)).size).toBe(1);
    expect(summaries[0]).toBe(summaries[1]);
  });

  test('two campaigns at once do not disturb each other', async () => {
    const manifest = written(controls(['oracle-reader', 'leaker'], ['handoff'], 3));
    const results = await Promise.all(['a', 'b'].map((name) => run(manifest, join(fresh(), name))));
    expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(results[0]?.stdout).toBe(results[1]?.stdout);
    expect(results[0]?.stdout).toContain('All 6 trials complete.');
  });
}, true);

/** What has to do with no sandbox is shown on one machine. */
describe('a campaign, run again or in part', { concurrent: true }, () => {
  const fresh = suiteDirectories();
  const { written, run } = tools('local', fresh);

  test('a finished campaign is not run again; another manifest is refused and loses nothing', async () => {
    const dir = join(fresh(), 'campaign');
    const first = await run(written(controls(['amnesiac'], ['handoff'], 1)), dir);
    const before = readFileSync(join(dir, 'results.jsonl'), 'utf8');
    const again = await run(written(controls(['amnesiac'], ['handoff'], 1)), dir);
    expect(again.stderr).toContain('1 of 1 trials are already done');
    expect(again.stdout).toBe(first.stdout);
    const other = await run(written(controls(['amnesiac'], ['handoff'], 2)), dir);
    expect(other).toMatchObject({ exitCode: 2, stdout: '' });
    expect(other.stderr).toMatch(/holds a campaign that was locked with other: manifest, order; use another --out/);
    expect(readFileSync(join(dir, 'results.jsonl'), 'utf8')).toBe(before);
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });

  test('--only runs a part, and the rest can follow', async () => {
    const dir = join(fresh(), 'campaign');
    const manifest = written(controls(['amnesiac'], ['handoff', 'contextos'], 1));
    expect((await run(manifest, dir, '--only', '*.handoff.*')).stdout).toContain('1 of 2 trials complete: results pending.');
    expect((await run(manifest, dir)).stdout).toContain('All 2 trials complete.');
    const nothing = await run(manifest, dir, '--only', 'nobody*');
    expect(nothing).toMatchObject({ exitCode: 2 });
    expect(nothing.stderr).toContain('no trial matches "nobody*"');
  });

  test('--fail-on-points tells an imperfect campaign by its exit code', async () => {
    const failing = (agent: string): ReturnType<typeof run> =>
      run(written(controls([agent], ['handoff'], 1)), join(fresh(), 'campaign'), '--fail-on-points');
    expect((await failing('oracle-reader')).exitCode).toBe(0);
    expect((await failing('amnesiac')).exitCode).toBe(1);
  });
});

test('--dry-run prints the trials in their seeded order and starts nothing', async () => {
  const manifest = manifestFile(controls(['oracle-reader', 'amnesiac'], ['handoff'], 2));
  const { exitCode, stdout } = await cleanslate(['run', manifest, '--dry-run']);
  expect(exitCode).toBe(0);
  const [ids = ''] = stdout.split('\n\n');
  expect(ids.split('\n').map((id) => id.split('.').at(-1))).toEqual(['run-1', 'run-1', 'run-2', 'run-2']);
});
