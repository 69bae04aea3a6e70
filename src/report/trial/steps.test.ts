import { expect, test } from 'vitest';
import type { TraceEvent } from '../../trace/events.js';
import { stepsOf } from './steps.js';

const event = (seq: number, type: TraceEvent['type'], more: Partial<TraceEvent> = {}): TraceEvent => ({ seq, time: new Date(1000 * seq).toISOString(), session: 1, source: 'agent', type, ...more });

test('a call and what came back are one step, also where its id is used again', () => {
  const steps = stepsOf([event(1, 'session.start'), event(2, 'tool.call', { call_id: 'a' }), event(3, 'tool.call', { call_id: 'a' }), event(4, 'tool.result', { call_id: 'a', result: 'first' }), event(5, 'tool.result', { call_id: 'a', result: 'second' })]);
  expect(steps.map(({ event: { seq }, result, at, to }) => [seq, result?.seq, at, to])).toEqual([[1, undefined, 0, 0], [2, 4, 1000, 3000], [3, 5, 2000, 4000]]);
});

test('a result that no call asked for, and a call of another session, stay apart', () => {
  const steps = stepsOf([event(1, 'tool.result', { call_id: 'a', unmatched: 'no-call' }), event(2, 'tool.call', { call_id: 'b' }), event(3, 'tool.result', { call_id: 'b', session: 2 })]);
  expect(steps.map(({ event: { seq }, result }) => [seq, result?.seq])).toEqual([[1, undefined], [2, undefined], [3, undefined]]);
});
