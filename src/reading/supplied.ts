import { isRecord } from './task.js';

/** A source that a request holds. */
export interface SuppliedFile {
  path: string;
  text: string;
}

/**
 * The sources that a request brings itself, in a JSON object of it: the members of `sources`, and each of its lists as a file of
 * that name. None where it leaves the reading to whoever works on it.
 */
export function suppliedFiles(request: string): SuppliedFile[] {
  for (let start = request.indexOf('{'); start !== -1; start = request.indexOf('{', start + 1)) {
    const value = objectAt(request, start);
    if (!isRecord(value) || !isRecord(value['sources'])) continue;
    const files = Object.entries(value['sources']).flatMap(([path, text]) => (typeof text === 'string' ? [{ path, text }] : []));
    return [...files, ...Object.entries(value).filter(([, member]) => Array.isArray(member)).map(([key, member]) => ({ path: key, text: JSON.stringify(member) }))];
  }
  return [];
}

/** The JSON object that starts here and ends at some closing brace, the last one first. */
function objectAt(text: string, start: number): unknown {
  // A request has one object at its end, and what follows it is words; more tries would make a long text quadratic.
  for (let end = text.lastIndexOf('}'), tries = 0; end > start && tries < 50; end = text.lastIndexOf('}', end - 1), tries++) {
    try {
      return JSON.parse(text.slice(start, end + 1));
    } catch {
      continue;
    }
  }
  return undefined;
}
