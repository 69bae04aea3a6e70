import type { Score } from './schemas.js';

/**
 * Unicode code points of the longest quote in a score; null where the response could not be read.
 * A quote may be as long as its whole source and still be grounded, so how long it was is kept beside the score.
 */
export const quoteCharacters = (score: Score): number | null =>
  score.format_failure === null ? Math.max(0, ...score.results.map(({ answer }) => [...answer.quote].length)) : null;
