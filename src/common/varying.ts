/**
 * What differs between two runs that did the same, by nature: ids, times, the order of a cache. Such things are masked where
 * two runs are compared, by name, and every mask that hid something is told. Each adapter has a list of its own
 * (`agents/<id>/varies.ts`), found by comparing two identical runs of its CLI.
 */
export interface Varying {
  /** In what the agent asks its model, prints and writes. */
  texts: readonly TextMask[];
  /** Members of its requests that identify a run, wherever they stand. */
  members: readonly string[];
  /** Files whose content, or very existence, says nothing: patterns as in a state table, `<…>` masks not applied. */
  files: readonly FileMask[];
}

export interface TextMask {
  name: string;
  /** Global; what stays beside the match is looked around for. */
  pattern: RegExp;
}

export interface FileMask {
  /** `~/…` in the home, otherwise relative to the workspace. */
  pattern: string;
  why: string;
}

export const UUID: TextMask = { name: 'uuid', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi };
export const ISO_TIME: TextMask = { name: 'time', pattern: /\b\d{4}-\d{2}-\d{2}[T ]\d{2}[:-]\d{2}(?:[:-]\d{2}(?:\.\d+|-\d{3}(?=Z))?)?(?:Z|[+-]\d{2}:?\d{2}\b)?/g };
export const UNIX_MS: TextMask = { name: 'milliseconds since 1970', pattern: /\b1[5-9]\d{11}\b/g };
/** The day of the run, as CLIs tell it to their model. A date in a project's notes has none of these words before it. */
export const TODAY: TextMask = {
  name: 'date',
  pattern: /(?<=(?:<current_date>|[Tt]oday['’]s date is:? |[Tt]oday['’]s date: ?|[Cc]urrent date(?: is)?: ?))(?:\d{4}-\d{2}-\d{2}|(?:[A-Z][a-z]+day, )?(?:[A-Z][a-z]+ \d{1,2},? \d{4}|[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}))/g,
};
const LONG_DATE: TextMask = { name: 'date', pattern: /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, [A-Z][a-z]+ \d{1,2}, \d{4}/g };
export const DURATION: TextMask = { name: 'duration', pattern: /\b\d+(?:\.\d+)? ?(?:ms|seconds|s)\b/g };
const PROCESS: TextMask = { name: 'process', pattern: /(?<=\b(?:Chunk ID|Process Group PGID|PGID|PID): ?)[0-9a-f]+/gi };
const HEX: TextMask = { name: 'hex', pattern: /\b(?=\d*[a-f])[0-9a-f]{16,64}\b/gi };
/** Looks back from a separator only, and not far: from every letter of a text of megabytes it would take hours. */
export const TEMPORARY: TextMask = { name: 'temporary name', pattern: /[-_.](?<=\/tmp\/[A-Za-z-]{1,64}[-_.])[A-Za-z0-9]{6,}/g };

/** Nothing varies: whatever differs, differs. */
export const NOTHING: Varying = { texts: [], members: [], files: [] };

/** For agents that have no list of their own, and for recordings of whoever knows. */
export const GENERAL: Varying = {
  texts: [UUID, ISO_TIME, LONG_DATE, TODAY, UNIX_MS, DURATION, PROCESS, HEX, TEMPORARY],
  members: ['prompt_cache_key', 'safety_identifier', 'client_metadata', 'metadata', 'user', 'session_id', 'installation_id', 'id'],
  files: [],
};
