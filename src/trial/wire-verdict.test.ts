import { expect, test } from 'vitest';
import { makeFault } from '../gateway/record/fault.js';
import type { FaultKind } from '../gateway/record/fault-kinds.js';
import type { WireRecord } from '../gateway/record/wire.js';
import { WireVerdict } from './wire-verdict.js';

/** A verdict over exchanges that ended like this; null is a good reply. */
function verdictOver(faults: readonly (FaultKind | null)[], operation: 'model' | 'connect' = 'model', witness: 'present' | 'absent' = 'present'): WireVerdict {
  const verdict = new WireVerdict();
  verdict.witness = witness;
  for (const [exchange, kind] of faults.entries()) {
    verdict.take({ type: 'request', exchange, operation, aux: null, headers: {} } as WireRecord);
    verdict.take({ type: 'response', exchange, tokens: null, observed_model: null, fault: kind && makeFault(kind, kind) } as WireRecord);
  }
  return verdict;
}

test.each([
  ['the provider failed until the end', ['server-error', 'rate-limit']],
  ['the agent was cut off in its next try', ['server-error', 'server-error', 'client-abort']],
  ['the provider never answered', ['hang']],
] as const)('%s: invalid without an answer, recovered with one', (_, faults) => {
  const [kind] = verdictOver(faults).signals(false).map(({ blame }) => blame);
  expect(kind).toBe('provider');
  expect(verdictOver(faults).signals(true).every(({ recovered }) => recovered === true)).toBe(true);
});

test.each([
  ['it went on after a good reply', ['server-error', null, 'client-abort']],
  ['only it closed its side', [null, 'client-abort']],
] as const)('%s: no fault of the provider', (_, faults) => {
  expect(verdictOver(faults).signals(false).filter(({ blame, recovered }) => blame !== 'agent' && recovered !== true)).toEqual([]);
});

test('where only tunnels are seen, one that could not be opened is the provider\'s, and a refused host changes nothing', () => {
  expect(verdictOver(['unreachable', 'host-refused'], 'connect', 'absent').signals(false)).toMatchObject([{ blame: 'provider', kind: 'unreachable' }]);
  expect(verdictOver(['unreachable', null, 'host-refused'], 'connect', 'absent').signals(false).filter(({ blame, recovered }) => blame !== 'agent' && recovered !== true)).toEqual([]);
  expect(verdictOver(['unreachable'], 'connect').signals(false)).toMatchObject([{ kind: 'nothing-done' }]);
});
