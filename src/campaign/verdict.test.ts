import { expect, test } from 'vitest';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { verdictOf } from './verdict.js';

test('an invalid attempt is told by the sign that decided, not by a fault that its agent got over', () => {
  const record = {
    valid: false, ended: 'oom',
    signals: [
      { blame: 'provider', kind: 'rate-limit', message: 'asked to wait', recovered: true },
      { blame: 'agent', kind: 'exit-code', message: 'ended with 1' },
      { blame: 'harness', kind: 'oom', message: 'out of memory' },
    ],
  } as unknown as AttemptRecord;
  expect(verdictOf(record, undefined)).toBe('invalid (harness: out of memory)');
});
