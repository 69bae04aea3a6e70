import type { Signal } from '../agents/adapter.js';
import type { Captured, Invalid, Ran, Valid } from './states.js';

/** Why an attempt ended, as attempt.json says it. */
export const ENDED = ['agent-exit', 'deadline', 'oom', 'sandbox-lost', 'model-stop', 'harness-stop', 'harness-error'] as const;
export type Ended = (typeof ENDED)[number];

/** `model-stop`: the gateway ended the attempt, for faults of the provider or at a cap. */
export function endedBy({ exit: { reason }, wire }: Ran): Ended {
  switch (reason) {
    case 'exit':
      return 'agent-exit';
    case 'killed':
      return wire?.ended ? 'model-stop' : 'harness-stop';
    default:
      return reason;
  }
}

/**
 * Decides whether an attempt counts, from signals alone and before there is a score (methodology, "Run counts and reset
 * rules"). What the agent did badly counts: a wrong answer, none, a crash of its own, its time used up. What was done to
 * it does not: the harness, the engine, a limit of the sandbox, the provider.
 */
export function judge(captured: Captured): Valid | Invalid {
  const fromWire = captured.wire?.signals(captured.answer !== null) ?? [];
  const signals = [...sandboxSignals(captured), ...fromWire, ...captured.signals];
  const valid = signals.every(({ blame, recovered }) => blame === 'agent' || recovered === true);
  return { ...captured, signals, valid };
}

function sandboxSignals({ exit: { reason, signal }, wire }: Ran): Signal[] {
  switch (reason) {
    case 'oom':
      return [{ blame: 'harness', kind: 'oom', message: 'the sandbox ran out of memory, so the agent could not end by itself' }];
    case 'sandbox-lost':
      return [{ blame: 'harness', kind: 'sandbox-lost', message: 'the sandbox vanished while the agent was running' }];
    case 'killed':
      return wire?.ended ? [] : [{ blame: 'harness', kind: 'interrupted', message: 'the harness was stopped while the agent was running' }];
    case 'deadline':
      return [{ blame: 'agent', kind: 'deadline', message: 'the agent used up its time' }];
    case 'exit':
      return signal === null ? [] : [{ blame: 'agent', kind: 'exit-signal', message: `the agent was ended by ${signal}, which was not the harness's` }];
  }
}
