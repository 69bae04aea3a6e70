import type { Outcome } from '../adapter.js';
import type { Failure, Findings } from '../findings.js';
import { list, object, objectsOf, text, textOrUndefined, type Json } from '../stream.js';
import type { Flavour } from './flavour.js';
import { failureWords, retryWords } from './parse.js';

/** What the stream of a turn says about how it went. */
export const finder = (flavour: Flavour) => ({ stdout }: Outcome): Findings => {
  const events = objectsOf(stdout);
  const init = events.find((event) => event['type'] === 'system' && event['subtype'] === 'init');
  const end = events.findLast((event) => event['type'] === 'result');
  // A model's message is the main conversation's, not a subagent's.
  const messages = events.filter((event) => event['type'] === 'assistant' && !event['parent_tool_use_id']).map((event) => object(event['message']));
  const models = messages.filter((message) => !flavour.isOwnWords(message));
  const failed = failureOf(events, end, flavour);
  return {
    alive: models.length > 0,
    answer: failed || !end ? null : (textOrUndefined(end['result']) ?? null),
    failure: failed,
    version: init && flavour.version(init),
    models: models.slice(-1).map((message) => text(message['model'])).filter((model) => model !== ''),
  };
};

function failureOf(events: readonly Json[], end: Json | undefined, flavour: Flavour): Failure | null {
  if (!end) return waiting(events.at(-1), flavour);
  if (end['is_error'] !== true) return null;
  const said = failureWords(end);
  const status = end['api_error_status'];
  if (/max_turns|max_budget/.test(text(end['subtype']))) return { text: said, kind: 'turn-limit' };
  // Anything but an API error is the CLI's own.
  const isModels = end['terminal_reason'] === 'api_error' || typeof status === 'number' || /API Error/.test(said) || ownWords(events, flavour);
  return { text: said, status: typeof status === 'number' ? status : null, ...(isModels ? {} : { kind: 'exit-code' as const }) };
}

/** Cut off while it was waiting to try again. */
const waiting = (last: Json | undefined, flavour: Flavour): Failure | null =>
  last?.['type'] === 'system' && flavour.retries.includes(text(last['subtype'])) ? { text: retryWords(last), status: typeof last['error_status'] === 'number' ? last['error_status'] : null } : null;

const ownWords = (events: readonly Json[], flavour: Flavour): boolean => {
  const last = events.findLast((event) => event['type'] === 'assistant');
  return last !== undefined && flavour.isOwnWords(object(last['message'])) && list(object(last['message'])['content']).length > 0;
};
