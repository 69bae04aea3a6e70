import { constants } from 'node:os';

/** Signals that end no process by themselves: ignored, or only stopping it. The last one nothing sends any more. */
const HARMLESS = new Set(['SIGCHLD', 'SIGCONT', 'SIGURG', 'SIGWINCH', 'SIGSTOP', 'SIGTSTP', 'SIGTTIN', 'SIGTTOU', 'SIGSTKFLT']);

/** Real-time signals have no names here and end no program that did not ask for them. */
const LAST_NAMED = 31;

/**
 * The signal that an exit status tells of: 128 + number, by the convention of shells, init programs and container engines; null where it tells of none.
 * Products exit with statuses of that kind too: Gemini CLI with an HTTP status modulo 256, so that 401 looks like SIGCHLD.
 */
export function signalIn(status: number | null): string | null {
  const number = (status ?? 0) - 128;
  const name = Object.entries(constants.signals).find(([, value]) => value === number && value <= LAST_NAMED)?.[0];
  return name === undefined || HARMLESS.has(name) ? null : name;
}
