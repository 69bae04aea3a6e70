import { entriesIn, type Entry } from '../../../reading/entries.js';
import type { Events } from './events.js';
import { readText } from './files.js';

/** Entries from the files that a request names, and from the request itself. */
export function readEntries(request: string, root: string, events: Events): Entry[] {
  const named = [...new Set([...request.matchAll(/(?<![\w/.-])[\w-][\w./-]*\.json\b/g)].map(([path]) => path))].filter((path) => !path.split('/').includes('..'));
  return named.flatMap((path) => entriesIn(readText(root, path, events) ?? ''));
}
