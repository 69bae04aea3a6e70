import type { Signal } from '../agents/adapter.js';
import type { AttemptSignal } from '../evidence/entries.js';
import type { Exit } from '../sandbox/sandbox.js';
import { lastOf, type Captured, type Invalid, type Kept, type Valid } from './states.js';
import type { WireVerdict } from './wire-verdict.js';

/** Why an attempt ended, as attempt.json says it. */
export const ENDED = ['agent-exit', 'deadline', 'oom', 'sandbox-lost', 'model-stop', 'harness-stop', 'harness-error', 'by-hand'] as const;
export type Ended = (typeof ENDED)[number];

/** `model-stop`: the gateway ended the attempt, for faults of the provider or at a cap. */
export function endedBy(captured: Captured): Ended {
  const { reason } = lastOf(captured).exit;
  switch (reason) {
    case 'exit':
      return 'agent-exit';
    case 'killed':
      return captured.wire?.ended ? 'model-stop' : 'harness-stop';
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
  const { sessions, wire, answer } = captured;
  const signals = [
    ...sessions.flatMap((kept) => inSession(kept, sandboxSignals(kept.exit, wire))),
    ...(wire?.signals(answer !== null) ?? []),
    ...sessions.flatMap((kept) => inSession(kept, kept.signals)),
    ...captured.signals,
  ];
  return { ...captured, signals, valid: signals.every(isNoFault) };
}

/** Whether a sign leaves an attempt valid, and lets its next session begin. */
export const isNoFault = ({ blame, recovered }: JudgedSignal): boolean => blame === 'agent' || recovered === true;

/** The sign for which an attempt does not count; undefined where none of them is one. */
export const decisive = <T extends JudgedSignal>(signals: readonly T[]): T | undefined => signals.find((sign) => !isNoFault(sign));

/** Of a sign, here or on a journal, what decides on validity. */
type JudgedSignal = Pick<AttemptSignal, 'blame' | 'recovered'>;

/**
 * What an adapter's signs are worth after this end. Of an agent whose time ran out, only what others did to it counts: a
 * provider that kept failing, a CLI that could not work. That it had not come to anything yet says nothing; whether it had
 * asked its model at all, the wire knows better, where there is one. That a CLI said nothing, or ended with an error of its own, after the
 * wire saw its provider fail for good is not its doing: some take an error inside a reply for its end.
 * @param lost a turn ended with a fault on the wire that was not the agent's
 */
export function signsThatCount({ reason }: Exit, signs: readonly Signal[], witness: 'present' | 'absent' | undefined, lost = false): Signal[] {
  if (reason === 'exit') return signs.filter(({ kind }) => !lost || !FOLLOWS_A_LOSS.has(kind));
  if (reason !== 'deadline') return [];
  return signs.filter(({ blame, kind }) => blame !== 'agent' && (kind !== 'nothing-done' || witness === 'absent'));
}

const FOLLOWS_A_LOSS = new Set(['no-answer', 'exit-code']);

/** Where there are several sessions, a sign says in which it was seen. */
const inSession = ({ session, trial }: Kept, signals: readonly Signal[]): Signal[] =>
  trial.sessions.length === 1 ? [...signals] : signals.map((signal) => ({ ...signal, message: `session ${String(session)}: ${signal.message}` }));

function sandboxSignals({ reason, signal }: Exit, wire: WireVerdict | undefined): Signal[] {
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
