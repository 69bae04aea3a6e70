import type { Signal } from '../agents/adapter.js';
import type { Exit } from '../sandbox/sandbox.js';
import type { Captured, Invalid, Valid } from './states.js';

/** Why an attempt ended, as attempt.json says it. */
export type Ended = 'agent-exit' | 'deadline' | 'oom' | 'sandbox-lost' | 'harness-stop' | 'harness-error';

export function endedBy({ reason }: Exit): Ended {
  switch (reason) {
    case 'exit':
      return 'agent-exit';
    case 'killed':
      return 'harness-stop';
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
  const signals = [...sandboxSignals(captured.exit), ...captured.signals];
  const valid = signals.every(({ blame }) => blame === 'agent');
  return { ...captured, signals, valid };
}

function sandboxSignals({ reason }: Exit): Signal[] {
  switch (reason) {
    case 'oom':
      return [{ blame: 'harness', kind: 'oom', message: 'the sandbox ran out of memory, so the agent could not end by itself' }];
    case 'sandbox-lost':
      return [{ blame: 'harness', kind: 'sandbox-lost', message: 'the sandbox vanished while the agent was running' }];
    case 'killed':
      return [{ blame: 'harness', kind: 'interrupted', message: 'the harness was stopped while the agent was running' }];
    case 'deadline':
      return [{ blame: 'agent', kind: 'deadline', message: 'the agent used up its time' }];
    case 'exit':
      return [];
  }
}
