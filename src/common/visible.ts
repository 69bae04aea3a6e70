/**
 * What cannot be seen or acts on what is read: control characters but newline and tab, bidirectional controls, characters without
 * width, tags and other formats, line and paragraph separators, halves of pairs. For matching one by one, with the flag `u`.
 */
export const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u;

const EVERY = new RegExp(HIDDEN.source, 'gu');

/**
 * Untrusted text for a terminal or a page: what is hidden becomes visible `\u{…}` marks, so that nothing an agent wrote can move
 * the cursor, colour the screen or reorder what is read. Newlines and tabs stay.
 */
export const visible = (text: string): string => text.replaceAll(EVERY, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/**
 * The name of a file as one line of text, wherever one is printed: an agent may put a line break in it, and what hides or acts. What
 * `encodePath` (paths.ts) has doubled backslashes in stays unambiguous.
 */
export const visiblePath = (path: string): string => visible(path).replaceAll(/[\n\t]/g, (character) => (character === '\n' ? '\\u{a}' : '\\u{9}'));

/** The first line of a text, shortened to `width` characters. */
export function oneLine(text: string, width: number): string {
  const line = visible(text).trim().replaceAll(/\s*\n\s*/g, ' ⏎ ');
  return [...line].length > width ? `${[...line].slice(0, width - 1).join('')}…` : line;
}
