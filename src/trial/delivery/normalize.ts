/**
 * Text as it is compared: only its letters and digits. An agent's tools and a wire change everything else on the way from
 * a file to a model: they wrap lines, number them, put bars beside them, escape them for JSON, once or twice.
 * Sources and what reached the model go through the same function, so that what it drops is dropped on both sides.
 */
export const normalize = (text: string): string =>
  text.replace(ESCAPES, unescape).replace(LINE_NUMBERS, '').replace(BETWEEN, '');

/** Where bytes of a source stand behind the first `length` characters of its normalised form. UTF-8 bytes. */
export function bytesOfPrefix(text: string, length: number): number {
  const wanted = normalize(text).slice(0, length);
  let at = 0;
  for (const character of wanted) {
    const found = text.indexOf(character, at);
    // An escape or an entity in the source: its letter stands nowhere. What is behind it is not claimed.
    if (found === -1) break;
    at = found + character.length;
  }
  return Buffer.byteLength(text.slice(0, at));
}

/** Escapes of JSON that hide or add a letter, however often they were escaped again, and entities of markup. */
const ESCAPES = /\\+(?:u([0-9a-fA-F]{4})|([nrt]))|&(?:lt|gt|amp|quot|apos|#39);/g;

const unescape = (_: string, code: string | undefined, letter: string | undefined): string =>
  code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : letter === 't' ? '\t' : '\n';

/** `  12→`, `12:`, `L12:`, `12 | `, `12⇥`: what read tools and `grep -n` put before a line. */
const LINE_NUMBERS = /^[^\S\n]*\[?L?\d{1,7}\]?[^\S\n]*[→|│:\t]/gm;

const BETWEEN = /[^\p{L}\p{M}\p{N}]+/gu;
