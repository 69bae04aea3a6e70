import type { Scrubber } from './scrubber.js';

/** A string in JSON text, with its quotes. */
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** JSON text without credentials, and still JSON: what is masked never reaches beyond the string that it stands in. */
export const jsonScrub = (scrubber: Scrubber) => (json: string): string =>
  scrubber.find(json) === undefined ? json : json.replaceAll(STRING, (string) => `"${scrubber.text(string.slice(1, -1))}"`);
