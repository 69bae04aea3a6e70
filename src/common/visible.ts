/**
 * Untrusted text for a terminal: control characters, escape sequences and bidirectional overrides become visible
 * `\u{…}` marks, so that nothing an agent wrote can move the cursor, colour the screen or reorder what is read.
 * Newlines and tabs stay.
 */
export const visible = (text: string): string =>
  text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** The first line of a text, shortened to `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = visible(text).trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return [...line].length > width ? `${[...line].slice(0, width - 1).join('')}…` : line;
}
