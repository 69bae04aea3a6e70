import { repeatedKey } from '../common/repeated-key.js';
import { ANSWER_KEYS } from '../scenario/prepare.js';
import type { SelectedCase } from '../scenario/profiles.js';

/** One answer as given. Revision answers have the last five keys too. */
export interface Answer {
  value: string;
  source: string | null;
  quote: string;
  record_id?: string;
  source_revision?: string;
  supersedes?: string | null;
  dependency_check?: string;
  action?: string;
}

export type ParsedResponse = { answers: Record<string, Answer> } | { failure: string };

const MAY_BE_NULL: ReadonlySet<string> = new Set(['source', 'supersedes']);

/**
 * Reads a response strictly (contract, "Answers"): one JSON object, exactly the question ids, exactly the keys of the kind.
 * A leading byte order mark is accepted. Anything else is a format failure, with a reason of one line.
 */
export function parseResponse(response: string, { kind, questions }: Pick<SelectedCase, 'kind' | 'questions'>): ParsedResponse {
  const text = response.replace(/^\uFEFF/, '');
  const value = parseJson(text);
  if (value === NOT_JSON) return { failure: notJson(text) };
  if (!isObject(value) || !isObject(value['answers'])) return { failure: 'the response is not an object with an object `answers`' };
  const failure =
    keyFailure('the response', Object.keys(value), ['answers']) ??
    keyFailure('`answers`', Object.keys(value['answers']), Object.keys(questions)) ??
    firstFailure(value['answers'], ANSWER_KEYS[kind]);
  if (failure !== undefined) return { failure };
  const twice = repeatedKey(text);
  if (twice !== undefined) return { failure: `the key ${quoted(twice.key)} is given twice in one object` };
  return { answers: value['answers'] as Record<string, Answer> };
}

const NOT_JSON = Symbol('not JSON');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** Our own words, since the engine's differ from version to version and scores have to be the same bytes. */
function notJson(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '') return 'the response is empty';
  if (trimmed.startsWith('```') || trimmed.startsWith('~~~')) return 'the response is not bare JSON: it starts with a Markdown fence';
  if (!trimmed.startsWith('{')) return 'the response is not JSON: it starts with other text';
  return trimmed.endsWith('}') ? 'the response is not valid JSON' : 'the response is not JSON: it is cut short or goes on after the object';
}

function keyFailure(name: string, given: readonly string[], wanted: readonly string[]): string | undefined {
  const lacking = wanted.filter((key) => !given.includes(key));
  const extra = given.filter((key) => !wanted.includes(key));
  if (lacking.length === 0 && extra.length === 0) return undefined;
  const parts = [...(lacking.length > 0 ? [`lacks ${list(lacking)}`] : []), ...(extra.length > 0 ? [`has unexpected ${list(extra)}`] : [])];
  return `${name} ${parts.join(' and ')}`;
}

function firstFailure(answers: Record<string, unknown>, keys: readonly string[]): string | undefined {
  for (const [id, answer] of Object.entries(answers)) {
    const name = `the answer ${quoted(id)}`;
    if (!isObject(answer)) return `${name} is not an object`;
    const failure = keyFailure(name, Object.keys(answer), keys);
    if (failure !== undefined) return failure;
    const wrong = keys.find((key) => typeof answer[key] !== 'string' && !(answer[key] === null && MAY_BE_NULL.has(key)));
    if (wrong !== undefined) return `${name} has a \`${wrong}\` that is not a string${MAY_BE_NULL.has(wrong) ? ' or null' : ''}`;
  }
  return undefined;
}

/** Names a few keys; a response may hold thousands, or very long ones. */
function list(keys: readonly string[]): string {
  const shown = keys.slice(0, 3).map(quoted).join(', ');
  return keys.length > 3 ? `${shown} and ${String(keys.length - 3)} more` : shown;
}

const quoted = (key: string): string => JSON.stringify(key.length > 60 ? `${key.slice(0, 60)}…` : key);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
