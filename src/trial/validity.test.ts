import { expect, test } from 'vitest';
import type { Signal } from '../agents/adapter.js';
import type { EndReason } from '../sandbox/sandbox.js';
import type { Captured } from './states.js';
import { judge, signsThatCount } from './validity.js';

const captured = (reason: EndReason, signals: Signal[] = []): Captured =>
  ({ sessions: [{ session: 1, trial: { sessions: [{}] }, exit: { reason, code: 0, signal: null, duration_ms: 1 }, signals }], signals: [], answer: null }) as unknown as Captured;
const sign = (blame: Signal['blame']): Signal => ({ blame, kind: 'k', message: 'm' });

test.each(['exit', 'deadline'] as const)('what the agent does with its own time counts: %s', (reason) => {
  expect(judge(captured(reason, [sign('agent')])).valid).toBe(true);
});

test.each(['oom', 'sandbox-lost', 'killed'] as const)('what is done to the agent does not: %s', (reason) => {
  expect(judge(captured(reason)).valid).toBe(false);
});

test.each(['harness', 'provider'] as const)('one sign of the %s is enough', (blame) => {
  const judged = judge(captured('exit', [sign('agent'), sign(blame)]));
  expect(judged.valid).toBe(false);
  expect(judged.signals).toHaveLength(2);
});

test('of an agent whose time ran out, only what was done to it counts', () => {
  const exit = (reason: EndReason) => ({ reason, code: null, signal: null, duration_ms: 1 });
  const nothing: Signal = { blame: 'harness', kind: 'nothing-done', message: 'm' };
  const signs = [sign('agent'), sign('provider'), nothing];
  expect(signsThatCount(exit('exit'), signs, 'present')).toEqual(signs);
  expect(signsThatCount(exit('deadline'), signs, 'present')).toEqual([sign('provider')]);
  expect(signsThatCount(exit('deadline'), signs, 'absent')).toEqual([sign('provider'), nothing]);
  expect(signsThatCount(exit('killed'), signs, 'present')).toEqual([]);
  const silent: Signal = { blame: 'agent', kind: 'no-answer', message: 'm' };
  expect(signsThatCount(exit('exit'), [silent], 'present')).toEqual([silent]);
  expect(signsThatCount(exit('exit'), [silent, sign('provider')], 'present', true)).toEqual([sign('provider')]);
});
