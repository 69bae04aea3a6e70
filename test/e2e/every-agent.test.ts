import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { npmAgents } from '../support/agent-labels.js';
import { cleanslate, type Finished } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf, type Evidence } from '../support/evidence.js';
import { suiteDirectory } from '../support/temporary.js';

const MINUTES = 60_000;
const MANIFEST = join(import.meta.dirname, '../../manifests/agents.yaml');
const PROJECT = ['AGENTS.md', 'README.md', 'package.json'];
const READ: Record<string, string[]> = {
  handoff: [...PROJECT, 'HANDOFF.md'],
  contextos: [...PROJECT, 'sessions/2026-03-12.md', 'state/blockers.md', 'state/decisions.md', 'state/priorities.md'],
};
const agents = npmAgents();
const trials = agents.flatMap((adapter) => Object.keys(READ).map((profile) => [`${adapter.id}.short.${profile}.run-1`, adapter, profile] as const));

/** The real binaries of all products that npm serves, in one campaign; AGENT=<id> takes one of them. */
describeWithEngine('every agent that npm serves', () => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const of = (trial: string): Evidence => evidenceOf(dir, trial);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const only = process.env['AGENT'] === undefined ? [] : ['--only', `${process.env['AGENT']}.*`];
    ran = await cleanslate(['run', MANIFEST, '--engine', 'docker', '--concurrency', '2', '--out', dir, '--no-preflight', ...only]);
  }, 20 * MINUTES);

  test('runs to its end at the first attempt, and verifies', async () => {
    expect({ exitCode: ran.exitCode, stderr: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(ran.stdout).toContain('No invalid attempts.');
    expect(ran.stdout).not.toContain('WITNESSES DIFFER');
    expect(trials.filter(([trial]) => existsSync(join(dir, 'trials', trial, 'attempt-2')))).toEqual([]);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test.each(trials)('%s: full marks, from files that it read with its own tools', (trial, adapter, profile) => {
    const { score, record, events } = of(trial);
    expect(score).toMatchObject({ questions: 4, grounded_correct: 4, format_failure: null });
    expect(record).toMatchObject({ agent: adapter.id, agent_version: adapter.version, valid: true, signals: [], normalized: 'none', ended: 'agent-exit' });
    const calls = events.filter(({ type }) => type === 'tool.call');
    for (const file of READ[profile] ?? []) {
      const call = calls.find((event) => JSON.stringify(event.arguments).includes(file));
      expect(call, file).toBeDefined();
      expect(events.find(({ type, call_id }) => type === 'tool.result' && call_id === call?.call_id), file).toMatchObject({ exit_code: 0 });
    }
  });

  test.each(trials)('%s: its trace is whole: the final answer, tokens, nothing that was not understood', (trial, adapter) => {
    const { record, events, answer } = of(trial);
    expect(events.filter(({ type, unmatched }) => type === 'unparsed' || unmatched !== undefined)).toEqual([]);
    expect(events.findLast(({ type, source }) => type === 'message' && source === 'agent')?.result).toBe(answer);
    expect(record.input_tokens).toBeGreaterThan(1000);
    expect(record.output_tokens).toBeGreaterThan(50);
    if (adapter.can?.tells.includes('tokens')) expect(events.some(({ type, source }) => type === 'usage' && source === 'agent')).toBe(true);
  });

  test.each(trials)('%s: both witnesses agree on every call', (trial, adapter) => {
    const { record } = of(trial);
    expect(record).toMatchObject({ wire_witness: 'present', unparsed: 0 });
    expect(record.witnesses).toMatchObject({ status: 'agree', matched: record.tool_calls, only_stream: 0, only_wire: 0, different: 0 });
    if (adapter.can?.tells.includes('results')) expect(record.witnesses?.results_compared).toBe(record.tool_calls);
    expect(record.observed_model).toBe(record.model_id);
  });

  test('`show` tells what the witnesses say', async () => {
    const [trial = ''] = trials[0] ?? [];
    expect((await cleanslate(['show', dir, trial])).stdout).toMatch(/Witnesses\n {2}agree: calls matched \d+, different 0, only in its stream 0, only on the wire 0; results compared \d+\n/);
  });
});
