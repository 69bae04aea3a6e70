import type { Outcome } from '../adapter.js';
import type { Failure, Findings } from '../findings.js';
import type { SignalKind } from '../signals.js';
import { object, objectsOf, text, textOrUndefined, type Json } from '../stream.js';

/** Types of its errors that need no reading of their words. */
const ERRORS: Record<string, SignalKind> = { authentication: 'credentials', authorization: 'credentials', rate_limit: 'rate-limit', quota: 'quota', context_limit: 'context-overflow' };

/** What the stream of a turn says about how it went. */
export function findings({ stdout }: Outcome): Findings {
  const events = objectsOf(stdout);
  const failed = failureOf(events);
  const messages = events.filter((event) => event['type'] === 'assistant.message').map((event) => object(event['data']));
  const last = messages.at(-1);
  const ended = events.some((event) => event['type'] === 'result');
  return {
    alive: messages.some(speaks) || events.some((event) => event['type'] === 'tool.execution_start'),
    answer: failed || !ended || !last || asksForTools(last) ? null : (textOrUndefined(last['content']) ?? null),
    failure: failed,
  };
}

function failureOf(events: readonly Json[]): Failure | null {
  const error = object(events.findLast((event) => event['type'] === 'session.error')?.['data']);
  if (error['message'] !== undefined) return { text: text(error['message']), status: statusOf(error), kind: ERRORS[text(error['errorType'])] };
  // Cut off while it was waiting to try again.
  const last = events.findLast((event) => !/^session\.|^assistant\.turn/.test(text(event['type'])));
  const call = object(last?.['data']);
  return last?.['type'] === 'model.call_failure' ? { text: text(call['errorMessage']), status: statusOf(call) } : null;
}

const statusOf = ({ statusCode }: Json): number | null => (typeof statusCode === 'number' ? statusCode : null);
const asksForTools = (message: Json): boolean => Array.isArray(message['toolRequests']) && message['toolRequests'].length > 0;
const speaks = (message: Json): boolean => text(message['content']) !== '' || asksForTools(message);
