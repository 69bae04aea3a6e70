import type { Signal } from './adapter.js';

/**
 * Every sign of failure that an adapter of a real CLI can give, and who failed. Validity is decided on the blame:
 * only what the agent did itself leaves an attempt valid.
 */
export const SIGNALS = {
  'rate-limit': { blame: 'provider', means: 'the provider refused for too many requests or tokens' },
  quota: { blame: 'provider', means: 'the account has no credit or reached its usage limit' },
  'provider-outage': { blame: 'provider', means: 'the provider failed or was overloaded (status 5xx, 408)' },
  'provider-unreachable': { blame: 'provider', means: 'no connection to the provider' },
  'cut-stream': { blame: 'provider', means: 'a reply broke off' },
  'bad-reply': { blame: 'provider', means: 'what came back was no reply of a model: a web page, broken JSON, nothing' },
  'provider-error': { blame: 'provider', means: 'the model could not be asked, for a reason that its text does not tell' },
  credentials: { blame: 'harness', means: 'the provider did not accept the key, or the CLI found none' },
  'unknown-model': { blame: 'harness', means: 'the provider does not have the model' },
  'bad-request': { blame: 'harness', means: 'the provider refused what the CLI sent: product and provider do not fit' },
  'model-mismatch': { blame: 'harness', means: 'another model answered than was asked for' },
  'version-mismatch': { blame: 'harness', means: 'the CLI is not the pinned version' },
  'nothing-done': { blame: 'harness', means: 'the CLI ended, or its time did, without one sign of a model' },
  'program-missing': { blame: 'harness', means: 'the CLI could not be started' },
  'configuration-refused': { blame: 'harness', means: 'the CLI did not accept its configuration' },
  'sandbox-refused': { blame: 'harness', means: 'the sandbox did not let the CLI run its tools' },
  'context-overflow': { blame: 'agent', means: 'the conversation grew longer than the model takes' },
  'turn-limit': { blame: 'agent', means: 'the CLI stopped at a limit of its own' },
  refusal: { blame: 'agent', means: 'the model refused to answer' },
  'output-limit': { blame: 'agent', means: 'the reply ended at its limit of output tokens' },
  'no-answer': { blame: 'agent', means: 'the agent worked and ended without a final message' },
  'exit-code': { blame: 'agent', means: 'the CLI ended with an error of its own' },
} as const satisfies Record<string, { blame: Signal['blame']; means: string }>;

export type SignalKind = keyof typeof SIGNALS;

/** Longest message of a signal: what the CLI said is in the raw output in full. */
const LONGEST_MESSAGE = 500;

/** A sign of this kind. `said` is what the CLI said, if anything. */
export function sign(kind: SignalKind, said = ''): Signal {
  const words = said.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_MESSAGE);
  const { blame, means } = SIGNALS[kind];
  return { blame, kind, message: words === '' ? means : `${means}: ${words}` };
}
