import type { Outcome } from '../adapter.js';
import type { Findings } from '../findings.js';
import { object, objectsOf, text, textOrUndefined, type Json } from '../stream.js';

const SIGNS_OF_A_MODEL = ['item.started', 'item.completed', 'turn.completed'];

/** What the stream of a turn says about how it went. */
export function findings({ stdout }: Outcome): Findings {
  const events = objectsOf(stdout);
  const failed = failureOf(events);
  return {
    // An item of type `error` is Codex itself speaking.
    alive: events.some((event) => SIGNS_OF_A_MODEL.includes(text(event['type'])) && object(event['item'])['type'] !== 'error'),
    answer: failed ? null : lastMessage(events),
    failure: failed,
  };
}

function failureOf(events: readonly Json[]): { text: string } | null {
  const last = events.at(-1);
  if (last?.['type'] === 'turn.failed') return { text: text(object(last['error'])['message']) };
  // Cut off while it was waiting to try again.
  return last?.['type'] === 'error' ? { text: text(last['message']) } : null;
}

/** The last message of a turn that came to its end. */
function lastMessage(events: readonly Json[]): string | null {
  if (!events.some((event) => event['type'] === 'turn.completed')) return null;
  const messages = events.map((event) => object(event['item'])).filter((item) => item['type'] === 'agent_message');
  return textOrUndefined(messages.at(-1)?.['text']) ?? null;
}
