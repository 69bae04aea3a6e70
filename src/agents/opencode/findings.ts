import type { Outcome } from '../adapter.js';
import type { Failure, Findings } from '../findings.js';
import type { SignalKind } from '../signals.js';
import { object, objectsOf, text, type Json } from '../stream.js';
import { failureWords } from './parse.js';

/** Names of its errors that need no reading of their words. */
const ERRORS: Record<string, SignalKind> = { ProviderAuthError: 'credentials', ContextOverflowError: 'context-overflow', MessageOutputLengthError: 'turn-limit', ProviderModelNotFoundError: 'unknown-model' };

/** What the stream of a turn says about how it went. */
export function findings({ stdout }: Outcome): Findings {
  const events = objectsOf(stdout);
  const failed = failureOf(events.findLast((event) => event['type'] === 'error'));
  return {
    alive: events.some((event) => ['text', 'tool_use', 'step_finish', 'reasoning'].includes(text(event['type']))),
    answer: failed ? null : finalText(events),
    failure: failed,
  };
}

function failureOf(event: Json | undefined): Failure | null {
  if (!event) return null;
  const error = object(event['error']);
  const status = object(error['data'])['statusCode'];
  return { text: failureWords(error), status: typeof status === 'number' ? status : null, kind: ERRORS[text(error['name'])] };
}

/** The text of the message that the turn ended with; a step that asked for tools was not the last. */
function finalText(events: readonly Json[]): string | null {
  const last = object(events.findLast((event) => event['type'] === 'step_finish')?.['part']);
  if (last['reason'] === 'tool-calls' || last['messageID'] === undefined) return null;
  const parts = events.filter((event) => event['type'] === 'text').map((event) => object(event['part'])).filter((part) => part['messageID'] === last['messageID']);
  const said = parts.map((part) => text(part['text'])).join('\n');
  return said.trim() === '' ? null : said;
}
