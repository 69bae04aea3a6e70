import { distance } from 'fastest-levenshtein';

/** What somebody may have meant who wrote `word`: names that contain it, else the most alike, at most `most`. */
export function nearest(word: string, names: readonly string[], most = 3): string[] {
  const containing = names.filter((name) => word !== '' && name.includes(word));
  if (containing.length > 0) return containing.slice(0, most);
  const tolerated = Math.max(2, Math.floor(word.length / 3));
  return names
    .map((name) => ({ name, changes: distance(word, name) }))
    .filter(({ changes }) => changes <= tolerated)
    .sort((a, b) => a.changes - b.changes)
    .slice(0, most)
    .map(({ name }) => name);
}
