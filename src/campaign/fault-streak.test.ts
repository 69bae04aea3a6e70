import { expect, test } from 'vitest';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { FaultStreak } from './fault-streak.js';

const record = (valid: boolean, blame: 'harness' | 'provider' | 'agent' = 'harness'): AttemptRecord =>
  ({ valid, signals: valid ? [] : [{ blame, kind: 'k', message: 'the image has no such program' }] }) as unknown as AttemptRecord;

test('a campaign in which nothing works any more ends, and says why', () => {
  const streak = new FaultStreak();
  const fail = (): void => { streak.add('a.short.handoff.run-1', record(false)); };
  for (let count = 1; count < 12; count++) fail();
  expect(fail).toThrow('12 attempts in a row were invalid, the last one for: the image has no such program');
});

test('one attempt that counts, or one that the provider failed, begins the count anew', () => {
  const streak = new FaultStreak();
  for (let count = 1; count <= 40; count++) streak.add('t', count % 10 === 0 ? record(true) : count % 10 === 5 ? record(false, 'provider') : record(false));
});
