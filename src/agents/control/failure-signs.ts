import type { Outcome, Signal } from '../adapter.js';
import { finalText } from './parse.js';

/** A control agent that fails is our own fault, whatever the reason: it must not score. */
export function failureSigns({ exit_code, stdout }: Outcome): Signal[] {
  if (exit_code !== null && exit_code !== 0) return [{ blame: 'harness', kind: 'control-failed', message: `the control agent ended with exit code ${String(exit_code)}` }];
  if (exit_code === 0 && finalText(stdout) === null) return [{ blame: 'harness', kind: 'control-failed', message: 'the control agent gave no answer' }];
  return [];
}
