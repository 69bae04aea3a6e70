import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A character takes one column or two; marks that join it take none, so this is far more than ever fits. */
const UNITS_PER_COLUMN = 16;

/**
 * A line that takes at most `width` columns of a terminal, wide characters counted as two. What is longer ends with a mark that says how
 * many characters are missing. Cut between what a reader sees as characters, and in time that depends on the width alone.
 * @param line without line breaks, made visible
 */
export function fit(line: string, width: number): string {
  if (line.length <= width && stringWidth(line) <= width) return line;
  const near = line.length > width * UNITS_PER_COLUMN ? line.slice(0, width * UNITS_PER_COLUMN) : line;
  if (near.length === line.length && stringWidth(line) <= width) return line;
  // The mark is as long as it would be if everything were missing, or a digit shorter.
  const room = Math.max(0, width - mark(line.length).length);
  let [kept, taken] = [0, 0];
  for (const { segment, index } of graphemes.segment(near)) {
    taken += stringWidth(segment);
    if (taken > room) break;
    kept = index + segment.length;
  }
  return `${line.slice(0, kept)}${mark(line.length - kept)}`;
}

const mark = (missing: number): string => `…[${String(missing)} more]`;
