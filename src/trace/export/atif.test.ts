import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromAtif, fromTrace } from '../../../test/support/atif-import.js';
import { CallJoiner } from '../calls.js';
import type { ParsedEvent, TraceEvent } from '../events.js';
import { atifTrajectory, type AtifTrajectory } from './atif-schema.js';
import { atifOf, type AttemptFacts } from './atif.js';

const facts: AttemptFacts = { id: 'c/t/attempt-1', agent: { name: 'codex', version: '1', model: 'm' }, cost_usd: undefined, extra: { valid: true } };

const at = (seq: number): string => new Date(1_800_000_000_000 + seq * 1000).toISOString();

/** Events as a recorder would have written them, calls and results joined. */
function recorded(parsed: readonly (ParsedEvent & { source?: TraceEvent['source'] })[]): TraceEvent[] {
  const joiner = new CallJoiner();
  const events = parsed.map((event, index): TraceEvent => ({ seq: index + 1, session: 1, source: 'agent', ...event, time: at(index), ...joiner.join(1, event, index) }));
  return [...events, ...joiner.close(1).map(({ call_id }, index): TraceEvent => ({ seq: events.length + index + 1, time: at(events.length), session: 1, source: 'harness', type: 'tool.result', call_id, unmatched: 'no-result' }))];
}

const one = (events: readonly TraceEvent[]): AtifTrajectory => {
  const [trajectory, ...more] = atifOf(events, facts);
  expect(more).toEqual([]);
  if (!trajectory) throw new Error('no trajectory');
  return trajectory;
};

const response = (exchange: number, calls: string[], input: number, output: number): TraceEvent[] => {
  const common = { session: 1, source: 'gateway', id: `exchange-${String(exchange)}`, name: 'm-2026' } as const;
  return [
    { seq: 1, time: at(0), ...common, type: 'model.request', arguments: { operation: 'model', aux: null } },
    { seq: 1, time: at(0), ...common, type: 'model.response', result: { status: 200, finish: 'stop', calls: calls.map((id) => ({ id })), tokens: { input, output, cached: 0 }, fault: null } },
  ];
};

test('a step is what came of one reply: calls, their results, tokens, the model that answered', () => {
  const events = [
    ...recorded([
      { source: 'harness', type: 'prompt', result: 'What is decided?' },
      { type: 'prompt', result: 'What is decided?' },
      { type: 'reasoning', result: 'Let me look.' },
      { type: 'tool.call', call_id: 'a', name: 'Bash', arguments: { command: 'ls' } },
      { type: 'tool.result', call_id: 'a', result: 'A.md', exit_code: 0 },
      // A CLI that tells a call when it has ended: the second of two that came together.
      { type: 'tool.call', call_id: 'b', name: 'Read', arguments: { path: 'A.md' } },
      { type: 'tool.result', call_id: 'b', result: [{ type: 'text', text: 'csv' }], exit_code: 1 },
      { type: 'message', result: 'CSV.' },
    ]),
    ...response(1, ['a', 'b'], 100, 20),
    ...response(2, [], 150, 5),
  ];
  const trajectory = one(events);
  expect(trajectory).toMatchObject({ schema_version: 'ATIF-v1.7', trajectory_id: 'c/t/attempt-1/session-1', final_metrics: { total_prompt_tokens: 250, total_completion_tokens: 25, total_steps: 3 } });
  expect(trajectory.steps.map(({ timestamp: _time, ...step }) => step)).toEqual([
    { step_id: 1, source: 'user', message: 'What is decided?' },
    {
      step_id: 2, source: 'agent', message: '', reasoning_content: 'Let me look.', model_name: 'm-2026', llm_call_count: 1,
      tool_calls: [{ tool_call_id: 'a', function_name: 'Bash', arguments: { command: 'ls' } }, { tool_call_id: 'b', function_name: 'Read', arguments: { path: 'A.md' } }],
      observation: {
        results: [
          { source_call_id: 'a', content: 'A.md', extra: { exit_code: 0, duration_ms: 1 } },
          { source_call_id: 'b', content: '[{"type":"text","text":"csv"}]', extra: { exit_code: 1, duration_ms: 1, json: true } },
        ],
      },
      metrics: { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 0 },
    },
    { step_id: 3, source: 'agent', message: 'CSV.', model_name: 'm-2026', llm_call_count: 1, metrics: { prompt_tokens: 150, completion_tokens: 5, cached_tokens: 0 } },
  ]);
});

test.each([['before its calls', [1, 0, 2, 1, 0, 3]], ['after their results', [0, 2, 1, 0, 3, 1]]])('tokens that a stream tells %s go to the right step', (_, order) => {
  const usage: ParsedEvent[] = [{ type: 'usage', result: { input_tokens: 10, output_tokens: 1 } }, { type: 'usage', result: { input_tokens: 20, output_tokens: 2 } }];
  let next = 0;
  const parts = [
    (): ParsedEvent => ({ type: 'tool.call', call_id: String(next), name: 'Bash', arguments: {} }),
    (): ParsedEvent => usage.shift() ?? { type: 'usage', result: {} },
    (): ParsedEvent => ({ type: 'tool.result', call_id: String(next++), result: 'x' }),
    (): ParsedEvent => ({ type: 'tool.result', call_id: String(next++), result: 'y' }),
  ];
  const { steps } = one(recorded(order.map((part) => (parts[part] as () => ParsedEvent)())));
  expect(steps.map(({ metrics }) => metrics)).toEqual([{ prompt_tokens: 10, completion_tokens: 1 }, { prompt_tokens: 20, completion_tokens: 2 }]);
});

test('a session without a step gives no trajectory', () => {
  expect(atifOf(recorded([{ type: 'session.start', id: 'x' }]), facts)).toEqual([]);
});

test('the schema takes nothing that the format does not have', () => {
  const valid = one(recorded([{ type: 'message', result: 'Hello' }]));
  const [step] = valid.steps;
  const refused = (change: object): boolean => !atifTrajectory.safeParse({ ...valid, ...change }).success;
  expect(refused({})).toBe(false);
  expect(refused({ validity: true })).toBe(true);
  expect(refused({ steps: [] })).toBe(true);
  expect(refused({ schema_version: 'ATIF-v1.6' })).toBe(true);
  expect(refused({ steps: [{ ...step, step_id: 2 }] })).toBe(true);
  expect(refused({ steps: [{ ...step, exit_code: 0 }] })).toBe(true);
  expect(refused({ steps: [{ ...step, source: 'user', reasoning_content: 'x' }] })).toBe(true);
  expect(refused({ steps: [{ ...step, observation: { results: [{ source_call_id: 'x', content: '' }] } }] })).toBe(true);
  expect(refused({ subagent_trajectories: [{ ...valid, extra: 1 }] })).toBe(true);
  expect(refused({ subagent_trajectories: [valid] })).toBe(false);
});

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const callId = fc.constantFrom('a', 'b', 'c');
const event: fc.Arbitrary<ParsedEvent & { source?: TraceEvent['source'] }> = fc.oneof(
  fc.record({ type: fc.constant('message' as const), result: text, id: fc.constantFrom('m1', 'm2') }),
  fc.record({ type: fc.constant('reasoning' as const), result: text }),
  fc.record({ type: fc.constant('tool.call' as const), call_id: callId, name: fc.constantFrom('Bash', 'Read'), arguments: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), text, fc.constant(null)) }),
  fc.record({ type: fc.constant('tool.result' as const), call_id: callId, result: fc.oneof(text, fc.constant(null), fc.array(fc.integer())), exit_code: fc.constantFrom(0, 1) }),
  fc.record({ type: fc.constant('usage' as const), result: fc.record({ input_tokens: fc.nat(), output_tokens: fc.nat() }, { requiredKeys: [] }) }),
  fc.record({ type: fc.constant('error' as const), result: text }),
  fc.record({ type: fc.constant('prompt' as const), result: text, source: fc.constant('harness' as const) }),
);

test('whatever a session was, reading its trajectory back gives the same prompts, words, calls, results and tokens', () => {
  fc.assert(fc.property(fc.array(event, { minLength: 1, maxLength: 30 }), (parsed) => {
    const events = recorded(parsed);
    for (const trajectory of atifOf(events, facts)) {
      const read = json(trajectory);
      // It fits the schema. What zod gives back is not looked at: of a record it leaves a key `__proto__` out, which an agent may well write.
      atifTrajectory.parse(read);
      expect(json(fromAtif(read))).toEqual(json(fromTrace(events)));
    }
  }), { examples: [[[{ type: 'tool.call', call_id: 'a', name: 'Bash', arguments: JSON.parse('{"__proto__":{}}') as object }]]] });
});
