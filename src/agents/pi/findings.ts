import type { Outcome } from '../adapter.js';
import type { Failure, Findings } from '../findings.js';
import { list, object, objectsOf, sum, text, textOrUndefined, type Json } from '../stream.js';
import { isFailed, textOf } from './parse.js';

/** What the stream of a turn says about how it went. pi exits with 0 whatever happened. */
export function findings({ stdout }: Outcome): Findings {
  const events = objectsOf(stdout);
  const messages = events.filter((event) => event['type'] === 'message_end').map((event) => object(event['message'])).filter((message) => message['role'] === 'assistant');
  const last = messages.at(-1);
  const failed = failureOf(events.at(-1), last);
  const ended = events.some((event) => event['type'] === 'agent_end');
  return {
    alive: messages.some(speaks),
    answer: failed || !last || !ended || last['stopReason'] === 'toolUse' ? null : (textOrUndefined(textOf(list(last['content']))) ?? null),
    failure: failed,
    models: last && !failed ? [text(last['responseModel'] ?? last['model'])].filter((model) => model !== '') : [],
  };
}

function failureOf(end: Json | undefined, last: Json | undefined): Failure | null {
  // Cut off while it was waiting to try again.
  if (end?.['type'] === 'auto_retry_start') return { text: text(end['errorMessage']) };
  return last && isFailed(last) ? { text: textOrUndefined(last['errorMessage']) ?? text(last['stopReason']) } : null;
}

const speaks = (message: Json): boolean => list(message['content']).length > 0 || sum(object(message['usage'])['output']) > 0;
