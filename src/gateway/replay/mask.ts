import { isObject } from '../dialects/json.js';

/** What differs from one run to the next and means nothing: matched by shape, so that equal requests get equal text. */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>'],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d{1,2}, \d{4}/g, '<date>'],
  [/(<current_date>|[Tt]oday's date is:? |[Cc]urrent date: ?|[Tt]oday's date: ?)\d{4}-\d{2}-\d{2}/g, '$1<date>'],
  [/\b1[5-9]\d{11}\b/g, '<ms>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|seconds|s)\b/g, '<duration>'],
  [/\b(Chunk ID|Process Group PGID|PGID|PID): ?[0-9a-f]+/gi, '$1: <id>'],
  [/\b[0-9a-f]{16,64}\b/gi, '<hex>'],
  [/(\/tmp\/[A-Za-z-]+)[-_.][A-Za-z0-9]{6,}/g, '$1-<temporary>'],
];

/** Members that identify a run and not what is asked. */
const DROPPED = new Set(['prompt_cache_key', 'safety_identifier', 'client_metadata', 'metadata', 'user', 'session_id', 'installation_id', 'id']);

/** A request body without what changes from run to run. */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return MASKS.reduce((text, [pattern, mask]) => text.replaceAll(pattern, mask), value);
  if (Array.isArray(value)) return value.map(masked);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !DROPPED.has(key)).map(([key, item]) => [key, masked(item)]));
}

export interface Difference {
  /** JSON pointer. */
  at: string;
  recorded: unknown;
  asked: unknown;
}

/** The first place where two values differ; null where they do not. */
export function firstDifference(recorded: unknown, asked: unknown, at = ''): Difference | null {
  if (Array.isArray(recorded) && Array.isArray(asked)) {
    for (let index = 0; index < Math.max(recorded.length, asked.length); index += 1) {
      const found = firstDifference(recorded[index], asked[index], `${at}/${String(index)}`);
      if (found) return found;
    }
    return null;
  }
  if (isObject(recorded) && isObject(asked)) {
    for (const key of [...new Set([...Object.keys(recorded), ...Object.keys(asked)])].sort()) {
      const found = firstDifference(recorded[key], asked[key], `${at}/${key}`);
      if (found) return found;
    }
    return null;
  }
  return Object.is(recorded, asked) ? null : { at: at || '/', recorded: brief(recorded), asked: brief(asked) };
}

/** Long texts are shown around what differs only as far as a person can use it. */
function brief(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined || text.length <= 2000 ? (value ?? null) : `${text.slice(0, 2000)}…`;
}
