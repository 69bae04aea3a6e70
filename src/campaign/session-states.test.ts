import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import type { ResultLine } from './read-campaign.js';
import { sessionStateLines, sessionStates, unexplained } from './session-states.js';

/** A campaign in which the second session of each run of a configuration began so, and was given files of these classes. */
function campaign(runs: Record<string, readonly { state: string; given: readonly string[] }[]>): { dir: string; results: ResultLine[] } {
  const dir = temporaryDirectory();
  const results = Object.entries(runs).flatMap(([configuration, all]) => all.map(({ state, given }, index) => {
    const trial = `${configuration}.short.handoff.run-${String(index + 1)}`;
    const folder = join(dir, 'trials', trial, 'attempt-1');
    mkdirSync(join(folder, 'session-2'), { recursive: true });
    writeFileSync(join(folder, 'attempt.json'), JSON.stringify(record(trial, configuration, index + 1, state)));
    writeFileSync(join(folder, 'session-2/reset.json'), JSON.stringify({ carried: given.map((name) => ({ path: '/x', class: name, type: 'file', size: 1 })) }));
    return { trial, attempt: 1, configuration, task: 'short', profile: 'handoff', run: index + 1, agent: 'codex' } as ResultLine;
  }));
  return { dir, results };
}

function record(trial: string, configuration: string, run: number, state: string): object {
  const exit = { reason: 'exit', code: 0, signal: null, duration_ms: 1 };
  const session = (number: number, initial_state: string): object => ({ session: number, initial_state, turns: 1, exit, files_changed: 0, memory_written: [] });
  return {
    campaign: 'c', trial, attempt: 1, configuration, agent: 'codex', agent_version: '1', mode: 'workspace', scenario: 'short', task: 'short', category: null, profile: 'handoff', run, model_id: 'm', provider: 'scripted', observed_model: null,
    wire_witness: null, source_commit: null, prompt_sha256: 'p', started_at: '2026-01-01T00:00:00.000Z', ended_at: '2026-01-01T00:00:01.000Z', duration_ms: 1, timings: {}, ended: 'agent-exit', valid: true, signals: [], exit,
    sandbox: { kind: 'docker', isolation: 'container', image: null, image_digest: null }, initial_state: 'first', session_ids: [], tool_calls: 0, unparsed: 0, files_changed: 0, sessions: [session(1, 'first'), session(2, state)],
    spent: null, input_tokens: null, output_tokens: null, normalized: null, quote_characters: null,
  };
}

test('says of each later session in how many states it began, and whose doing that was', async () => {
  const all = await sessionStates(campaign({
    cleared: [{ state: 'a', given: [] }, { state: 'a', given: [] }],
    memory: [{ state: 'b', given: ['memory'] }, { state: 'c', given: ['memory', 'history'] }, { state: 'b', given: [] }],
  }));
  expect(sessionStateLines(all)).toEqual([
    'Sessions after the first: 1 of 2 began in one state over all their runs; the others with what their agent had left:',
    '- memory.short.handoff session 2: 2 states in 3 runs (history, memory)',
  ]);
  expect(unexplained(all)).toEqual([]);
});

test('other states without anything that was carried are explained by nothing', async () => {
  const all = await sessionStates(campaign({ cleared: [{ state: 'a', given: [] }, { state: 'b', given: [] }] }));
  expect(unexplained(all)).toEqual(['cleared.short.handoff session 2']);
});

test('campaigns of single sessions have nothing to say', () => {
  expect(sessionStateLines([])).toEqual([]);
});
