import { expect, test } from 'vitest';
import { inspectOf, type InspectGroup, type InspectTrial } from './inspect.js';
import { inspectLog } from './inspect-schema.js';

const trial = (more: Partial<InspectTrial>): InspectTrial => ({
  uuid: 'c/t/attempt-1', run: 1, trajectories: [], prompt: 'p', answer: 'a', model: 'm', tokens: { input: 10, output: 2 }, started_at: '2026-11-30T00:00:01.000Z', completed_at: '2026-11-30T00:00:02.000Z',
  seconds: 1, score: { value: 0.5, explanation: '2 of 4 grounded', metadata: {} }, failure: undefined, before: [], timed_out: undefined, metadata: {}, ...more,
});
const group = (trials: InspectTrial[], runs = trials.length): InspectGroup => ({
  id: 'c/x.short.handoff', campaign: 'c', created: '2026-11-30T00:00:00.000Z', configuration: 'x', agent: 'codex', task: 'short', profile: 'handoff', scorer: 'grounded_correct', model: 'm', sandbox: 'docker', version: '0',
  runs, metadata: {}, target: '', trials,
});

test('an attempt that does not count is an error without a score; one before that counts is a retry', () => {
  const lost = trial({ score: undefined, failure: 'provider: rate-limit: 429', answer: '' });
  const log = inspectOf(group([trial({ before: ['harness: oom: no memory'] }), { ...lost, run: 2 }]));
  expect(inspectLog.parse(JSON.parse(JSON.stringify(log)))).toEqual(log);
  expect(log).toMatchObject({
    status: 'success', results: { total_samples: 2, completed_samples: 1, scores: [{ scored_samples: 1, unscored_samples: 1, metrics: { mean: { value: 0.5 } } }] },
    stats: { started_at: '2026-11-30T00:00:01.000Z', model_usage: { m: { input_tokens: 20, output_tokens: 4, total_tokens: 24 } } },
    samples: [{ error_retries: [{ message: 'harness: oom: no memory' }] }, { error: { message: 'provider: rate-limit: 429' }, output: { choices: [], error: 'provider: rate-limit: 429' } }],
  });
  expect(log.samples[1]?.scores).toBeUndefined();
  expect(inspectOf(group([lost])).status).toBe('error');
  expect(inspectOf(group([trial({})], 3)).status).toBe('started');
});

test('ids of calls that a CLI uses again are told apart, and results stay with their calls', () => {
  const step = (step_id: number) => ({
    step_id, source: 'agent' as const, message: '', tool_calls: [{ tool_call_id: 'call', function_name: 'run', arguments: { at: step_id } }],
    observation: { results: [{ source_call_id: 'call', content: `out ${String(step_id)}`, extra: { exit_code: step_id - 1 } }] },
  });
  const { samples } = inspectOf(group([trial({ trajectories: [{ schema_version: 'ATIF-v1.7', agent: { name: 'a', version: '1' }, steps: [{ step_id: 1, source: 'user', message: 'p' }, { ...step(1), step_id: 2 }, { ...step(2), step_id: 3 }] }] })]));
  expect(samples[0]?.messages).toMatchObject([
    { role: 'user', content: 'p' },
    { role: 'assistant', tool_calls: [{ id: 's1-2.call', function: 'run', arguments: { at: 1 } }] },
    { role: 'tool', tool_call_id: 's1-2.call', function: 'run', content: 'out 1' },
    { role: 'assistant', tool_calls: [{ id: 's1-3.call' }] },
    { role: 'tool', tool_call_id: 's1-3.call', content: 'out 2', error: { message: 'exit code 1' } },
  ]);
});
