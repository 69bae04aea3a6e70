import { SHORTEST } from './statements.js';

/** Where a text holds a statement: `pattern` is its place in the list that the index was made from. */
export type OnHit = (pattern: number, from: number, to: number) => void;

/** How far into a statement a window of its own is looked for: statements of one kind begin alike. */
const FURTHEST = 256;

/**
 * Finds every statement of a list in any text, in one pass over the text: a hash of the last few characters is rolled along,
 * and where it is that of some statement's window the statement itself is compared. Costs grow with the text, not with how
 * many statements there are.
 */
export class StatementIndex {
  /** Hash of a window → the statements that have it, and where in them it stands. */
  readonly #anchors = new Map<number, { pattern: number; offset: number }[]>();
  /** One bit for each value of a hash's upper half: most places of a text need no look into the map. */
  readonly #filter = new Uint8Array(1 << 16);
  readonly #short: number[] = [];

  /** @param patterns normalised texts, each once */
  constructor(private readonly patterns: readonly string[]) {
    for (const [pattern, text] of patterns.entries()) {
      if (text.length >= SHORTEST) this.#anchor(pattern, text);
      else if (text !== '') this.#short.push(pattern);
    }
  }

  search(text: string, onHit: OnHit): void {
    for (const pattern of this.#short) {
      const own = this.patterns[pattern] ?? '';
      const at = text.indexOf(own);
      if (at !== -1) onHit(pattern, at, at + own.length);
    }
    if (this.#anchors.size === 0) return;
    let hash = 0;
    for (let end = 0; end < text.length; end++) {
      hash = (Math.imul(hash, BASE) + text.charCodeAt(end)) | 0;
      if (end >= SHORTEST) hash = (hash - Math.imul(text.charCodeAt(end - SHORTEST), LEAVING)) | 0;
      if (end < SHORTEST - 1 || this.#filter[hash >>> 16] === 0) continue;
      for (const { pattern, offset } of this.#anchors.get(hash) ?? []) {
        const from = end + 1 - SHORTEST - offset;
        const own = this.patterns[pattern] ?? '';
        if (from >= 0 && text.startsWith(own, from)) onHit(pattern, from, from + own.length);
      }
    }
  }

  #anchor(pattern: number, text: string): void {
    const last = Math.min(text.length - SHORTEST, FURTHEST);
    let offset = 0;
    while (offset <= last && this.#anchors.has(hashAt(text, offset))) offset += 1;
    if (offset > last) offset = 0;
    const hash = hashAt(text, offset);
    this.#anchors.set(hash, [...(this.#anchors.get(hash) ?? []), { pattern, offset }]);
    this.#filter[hash >>> 16] = 1;
  }
}

const BASE = 0x01000193;
/** `BASE` to the power of a window's length: what the character that leaves it still counts. */
const LEAVING = Array.from({ length: SHORTEST }).reduce<number>((power) => Math.imul(power, BASE), 1);

function hashAt(text: string, offset: number): number {
  let hash = 0;
  for (let at = offset; at < offset + SHORTEST; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
  return hash;
}
