import type { Outcome } from '../adapter.js';
import type { Failure, Findings } from '../findings.js';
import { failureKind } from '../failures.js';
import { list, object, objectsOf, text, type Json } from '../stream.js';
import { decode } from '../text.js';

/** Characters of standard error that are looked at, from its end. */
const LOOKED_AT = 2000;

/** What the stream of a turn says about how it went. A failed one has no last line: its words are on standard error. */
export function findings({ stdout, stderr, exit_code }: Outcome): Findings {
  const events = objectsOf(stdout);
  const end = events.findLast((event) => event['type'] === 'result');
  const failed = end?.['is_error'] === true ? { text: text(end['result']) } : end || exit_code === 0 ? null : lastWords(stderr);
  return {
    alive: events.some((event) => ['assistant', 'tool_call', 'thinking'].includes(text(event['type']))),
    answer: failed || !end ? null : finalText(events),
    failure: failed,
  };
}

function lastWords(stderr: Uint8Array | undefined): Failure | null {
  const words = decode(stderr ?? new Uint8Array()).trim().slice(-LOOKED_AT);
  if (words === '') return null;
  // What its backend did not say, it did itself.
  return { text: words, kind: failureKind(words) === 'provider-error' ? 'exit-code' : undefined };
}

/** The model's text after its last tool call; `result` has all that it said, run together. */
function finalText(events: readonly Json[]): string | null {
  const from = events.findLastIndex((event) => event['type'] === 'tool_call');
  const said = events.slice(from + 1).filter((event) => event['type'] === 'assistant').map((event) => list(object(event['message'])['content']).map((part) => text(part['text'])).join('\n')).join('');
  return said.trim() === '' ? null : said;
}
