import type { Blame } from '../../common/errors.js';

/**
 * How a model request can fail, and who failed. Stable names: validity is decided on them.
 * A request that the agent itself got wrong is the agent's; everything that the agent could not help is not.
 */
export const FAULTS = {
  'rate-limit': 'provider',
  quota: 'provider',
  overloaded: 'provider',
  'server-error': 'provider',
  unreachable: 'provider',
  timeout: 'provider',
  /** Nothing came, and the agent gave up. */
  hang: 'provider',
  'cut-stream': 'provider',
  'invalid-json': 'provider',
  html: 'provider',
  /** Anything else with a status that is no success. */
  refused: 'provider',
  credentials: 'harness',
  'unknown-model': 'harness',
  'replay-miss': 'harness',
  cap: 'harness',
  harness: 'harness',
  /** The provider refuses what the agent sends: product and provider do not fit, which is nobody's memory. */
  'bad-request': 'harness',

  'context-length': 'agent',
  /** The agent closed the connection while the reply was coming. */
  'client-abort': 'agent',
  'unknown-path': 'agent',
  'host-refused': 'agent',
} as const satisfies Record<string, Blame>;

export type FaultKind = keyof typeof FAULTS;
export const FAULT_KINDS = Object.keys(FAULTS) as [FaultKind, ...FaultKind[]];
