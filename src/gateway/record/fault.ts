import type { ReplyError } from '../dialects/message.js';
import { FAULTS, type FaultKind } from './fault-kinds.js';
import type { Fault } from './wire.js';

/** What is known of a response once it has ended. */
export interface Ending {
  status: number;
  contentType: string;
  headers: Record<string, string>;
  error: ReplyError | null;
  /** The beginning of a body that was no JSON. */
  text: string;
  /** The body was to be JSON or events, and was not. */
  malformed: boolean;
  /** A reply came to its own end. */
  complete: boolean;
  /** The connection to the provider broke. */
  broken: boolean;
  /** The agent closed its side first. */
  aborted: boolean;
  /** Bytes of the body that came. */
  bytes: number;
}

/** What was wrong with a response to a model request; null for a good one. */
export function faultOf(ending: Ending): Fault | null {
  const kind = kindOf(ending);
  if (kind === null) return null;
  const { error, status } = ending;
  const message = error?.message || (status >= 300 ? `status ${String(status)}` : (MESSAGES[kind] ?? kind));
  const retry_after_ms = retryAfter(ending.headers);
  return makeFault(kind, message.slice(0, 2000), {
    ...(error ? { code: error.code } : {}),
    ...(retry_after_ms === null ? {} : { retry_after_ms }),
  });
}

export const makeFault = (kind: FaultKind, message: string, more: Partial<Fault> = {}): Fault => ({ kind, blame: FAULTS[kind], message, ...more });

const MESSAGES: Partial<Record<FaultKind, string>> = {
  hang: 'nothing came until the agent gave up',
  'client-abort': 'the agent closed the connection',
  'cut-stream': 'the reply ended in the middle',
  'invalid-json': 'the reply is not JSON',
  html: 'the reply is a web page',
};

function kindOf(ending: Ending): FaultKind | null {
  if (ending.aborted) return ending.complete ? null : ending.bytes === 0 ? 'hang' : 'client-abort';
  if (ending.status >= 400 || ending.error) return byCode(ending) ?? byStatus(ending.status);
  if (ending.status >= 300) return 'refused';
  if (ending.contentType.includes('html') || /^\s*<(!doctype|html)/i.test(ending.text)) return 'html';
  if (ending.malformed) return 'invalid-json';
  return ending.broken || !ending.complete ? 'cut-stream' : null;
}

/** Codes and types of the four dialects that say more than the status; a stream's error has no status of its own. */
const CODES: readonly (readonly [RegExp, FaultKind])[] = [
  [/insufficient_quota|usage_limit|billing|quota_exceeded|credit/i, 'quota'],
  [/rate_limit|RESOURCE_EXHAUSTED|too_many_requests/i, 'rate-limit'],
  [/overloaded|UNAVAILABLE|server_is_overloaded|slow_down/i, 'overloaded'],
  [/context_length|context_window|prompt_too_long|string_above_max/i, 'context-length'],
  [/authentication|invalid_api_key|UNAUTHENTICATED|permission|PERMISSION_DENIED/i, 'credentials'],
  [/model_not_found|not_found|NOT_FOUND/i, 'unknown-model'],
  [/^(server_error|api_error|internal.*|INTERNAL|timeout_error)$/i, 'server-error'],
  [/invalid_request|INVALID_ARGUMENT|invalid_prompt/i, 'bad-request'],
];

/** An empty account in the words of those whose codes call it a rate limit (Gemini) or a bad request (Anthropic). */
const NO_MONEY = /credit balance is too low|exceeded your current quota|billing details|API usage limits|out of credits|insufficient (?:funds|credits|balance)/i;

function byCode({ error, status }: Ending): FaultKind | null {
  if (!error) return null;
  if (NO_MONEY.test(error.message)) return 'quota';
  if (/prompt is too long|maximum context length|context window|exceeds the maximum number of tokens/i.test(error.message)) return 'context-length';
  if (/api key not valid|incorrect api key/i.test(error.message)) return 'credentials';
  const known = CODES.find(([pattern]) => pattern.test(error.code));
  // A code that only says that something went wrong says less than the status beside it.
  if (known && !(known[1] === 'server-error' && status >= 400)) return known[1];
  return status >= 400 ? null : 'server-error';
}

function byStatus(status: number): FaultKind {
  if (status === 401 || status === 403 || status === 407) return 'credentials';
  if (status === 402) return 'quota';
  if (status === 404) return 'unknown-model';
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate-limit';
  if (status === 503 || status === 529) return 'overloaded';
  return status >= 500 ? 'server-error' : 'bad-request';
}

/** `retry-after` in ms: seconds or a date (RFC 9110, 10.2.3); some providers say milliseconds beside it. */
export function retryAfter(headers: Record<string, string>, now: () => number = Date.now): number | null {
  const exact = Number(headers['retry-after-ms'] ?? NaN);
  if (exact >= 0) return exact;
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (value.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now());
}
