import type { Outcome } from '../adapter.js';
import type { Failure, Findings } from '../findings.js';
import { object, objectsOf, sum, text, type Json } from '../stream.js';
import { failureWords } from './parse.js';

/** The CLI's own exit codes (its documents, "Headless mode"): what it says beside them is for people. */
const EXIT_CODES = { 41: 'credentials', 42: 'configuration-refused', 44: 'sandbox-refused', 52: 'configuration-refused', 53: 'turn-limit' } as const;

/** What the stream of a turn says about how it went. */
export function findings({ stdout, exit_code }: Outcome): Findings {
  const events = objectsOf(stdout);
  const end = events.findLast((event) => event['type'] === 'result');
  const failed = failureOf(end, exit_code);
  return {
    alive: events.some(isOfModel),
    answer: failed || !end ? null : finalText(events),
    failure: failed,
    models: end ? Object.entries(object(object(end['stats'])['models'])).filter(([, used]) => sum(object(used)['output_tokens']) > 0).map(([model]) => model) : [],
  };
}

const isOfModel = (event: Json): boolean => event['type'] === 'tool_use' || (event['type'] === 'message' && event['role'] === 'assistant');

function failureOf(end: Json | undefined, exit_code: number | null): Failure | null {
  const kind = Object.entries(EXIT_CODES).find(([code]) => Number(code) === exit_code)?.[1];
  if (end && end['status'] !== 'success') return { text: failureWords(end), kind };
  return kind ? { text: `exit code ${String(exit_code)}`, kind } : null;
}

/** The model's text after its last tool call. */
function finalText(events: readonly Json[]): string | null {
  const from = events.findLastIndex((event) => event['type'] === 'tool_use' || event['type'] === 'tool_result');
  const said = events.slice(from + 1).filter((event) => event['type'] === 'message' && event['role'] === 'assistant').map((event) => text(event['content'])).join('');
  return said.trim() === '' ? null : said;
}
