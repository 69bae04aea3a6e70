import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atifTrajectory } from '../../src/trace/export/atif-schema.js';
import { inspectLog } from '../../src/trace/export/inspect-schema.js';
import { cleanslate, jsonLines, LIMITS, manifestFile } from '../support/cleanslate.js';
import { temporaryDirectory } from '../support/temporary.js';
import { parseXml } from '../support/xml-tree.js';

/** Prints what no file format likes, and no answer. */
const HOSTILE = String.raw`process.stdout.write('=1+1,"\u001b[2J]]>&<\u0000\ufffe\r\n')`;

const MANIFEST = {
  campaign: 'exported',
  runs: 2,
  limits: LIMITS,
  tasks: [{ scenario: 'short', profiles: ['handoff'] }],
  configurations: [
    { id: 'oracle', agent: 'control/oracle-reader' },
    { id: 'hostile', agent: 'command', command: { argv: ['node', '--eval', HOSTILE], prompt: 'stdin' } },
  ],
};

test('a campaign goes to other tools as trajectories, spans, a CI report and a table', { timeout: 120_000 }, async () => {
  const folder = temporaryDirectory();
  const dir = join(folder, 'campaign');
  const run = await cleanslate(['run', manifestFile(MANIFEST), '--engine', 'local', '--allow-unisolated', '--out', dir, '--only', '{oracle.*.run-1,hostile.*}']);
  expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
  const exported = (format: string, ...more: string[]) => cleanslate(['export', dir, '--format', format, ...more]);

  const junit = await exported('junit');
  const suites = parseXml(junit.stdout);
  expect(suites.attributes).toMatchObject({ name: 'exported', tests: '4', failures: '2', errors: '0', skipped: '1' });
  const outcomes = suites.children.flatMap(({ children }) => children.map(({ attributes, children: [outcome] }) => [attributes['name'], outcome?.name]));
  expect(outcomes.sort()).toEqual([
    ['hostile.short.handoff.run-1', 'failure'], ['hostile.short.handoff.run-2', 'failure'], ['oracle.short.handoff.run-1', undefined], ['oracle.short.handoff.run-2', 'skipped'],
  ]);

  const out = join(folder, 'trajectories');
  expect((await exported('atif', '--out', out)).exitCode).toBe(0);
  expect(readdirSync(out).sort()).toEqual(['hostile.short.handoff.run-1', 'hostile.short.handoff.run-2', 'oracle.short.handoff.run-1'].map((trial) => `${trial}.attempt-1.session-1.json`));
  const trajectory = atifTrajectory.parse(JSON.parse(readFileSync(join(out, 'oracle.short.handoff.run-1.attempt-1.session-1.json'), 'utf8')));
  expect(trajectory).toMatchObject({ agent: { name: 'control/oracle-reader' }, extra: { valid: true, trial: 'oracle.short.handoff.run-1', exit: { code: 0 }, files_changed: [], score: { grounded_correct: 4 } } });
  expect(trajectory.extra?.['initial_state']).toMatch(/^[0-9a-f]{64}$/);
  expect(trajectory.steps.flatMap(({ tool_calls = [] }) => tool_calls).length).toBeGreaterThan(0);
  expect(jsonLines((await exported('atif', '--only', 'oracle*')).stdout)).toEqual([JSON.parse(JSON.stringify(trajectory))]);

  expect(jsonLines((await exported('otel')).stdout)).toHaveLength(3);

  const logs = join(folder, 'logs');
  expect((await exported('inspect', '--out', logs)).exitCode).toBe(0);
  expect(readdirSync(logs).sort()).toEqual(['hostile.short.handoff.json', 'oracle.short.handoff.json']);
  const [hostile, oracle] = readdirSync(logs).sort().map((name) => inspectLog.parse(JSON.parse(readFileSync(join(logs, name), 'utf8'))));
  // One run of the oracle has not been: its log is not complete.
  expect(oracle).toMatchObject({ version: 2, status: 'started', eval: { task: 'short.handoff', model: 'control/oracle-reader', config: { epochs: 2 } }, results: { total_samples: 2, completed_samples: 1 } });
  const [sample] = oracle?.samples ?? [];
  expect(sample).toMatchObject({ id: 'short.handoff', epoch: 1, scores: { grounded_correct: { value: 1, explanation: '4 of 4 grounded' } }, metadata: { valid: true, trial: 'oracle.short.handoff.run-1' } });
  expect(sample?.input).toContain('answer the questions below');
  const answered = sample?.messages.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
  expect(answered?.length).toBe(trajectory.steps.flatMap(({ observation }) => observation?.results ?? []).length);
  expect(hostile).toMatchObject({ status: 'success', results: { completed_samples: 2, scores: [{ name: 'grounded_correct', metrics: { mean: { value: 0 } } }] } });
  expect(hostile?.samples.map(({ epoch, scores }) => [epoch, scores?.['grounded_correct']?.explanation?.slice(0, 14)])).toEqual([[1, 'format failure'], [2, 'format failure']]);

  const csv = await exported('csv', '--only', 'hostile*');
  expect(csv.stdout.split('\r\n')[0]).toContain('score.format_failure');
  expect(csv.stdout).toContain(`"'=1+1,""`);

  const among = await exported('csv', '--out', join(dir, 'results.csv'));
  expect(among).toMatchObject({ exitCode: 2, stdout: '' });
  expect(among.stderr).toContain('is among the evidence of the campaign');
  expect((await exported('csv', '--out', join(dir, 'report', 'results.csv'))).exitCode).toBe(0);
  expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
});
