import type { Found } from './personal.js';

/** What stands for the prompts and tool definitions of a third party's program in lists of redactions. */
export const THIRD_PARTY_PROMPT = 'third-party-prompt';

/** Shorter texts, characters, are in what others write, too. */
const SHORTEST = 60;
/** By so many characters at its beginning a text is looked up. */
const PREFIX = 16;

/**
 * Finds a program's own prompts where it keeps them besides its requests: in files of its conversations, in what it prints. A program puts
 * them together in its own way, so each of their longer lines counts by itself.
 */
export class OwnPrompts {
  /** Beginning of a text → all that begin so, the longest first. One character for each byte. */
  readonly #byPrefix = new Map<string, string[]>();

  /** @param texts as requests had them @param spoken whether a text is part of the locked protocol, which is not withheld */
  constructor(texts: ReadonlySet<string>, spoken: (text: string) => boolean) {
    const lines = [...texts].flatMap((text) => [text, ...text.split('\n').map((line) => line.trim())]).filter((line) => line.length >= SHORTEST && !spoken(line));
    for (const form of new Set(lines.flatMap(formsOf))) {
      const prefix = form.slice(0, PREFIX);
      this.#byPrefix.set(prefix, [...(this.#byPrefix.get(prefix) ?? []), form]);
    }
    for (const forms of this.#byPrefix.values()) forms.sort((a, b) => b.length - a.length);
  }

  /** Every place of one, from the first to the last. @param text one character for each byte */
  find(text: string): Found[] {
    const found: Found[] = [];
    if (this.#byPrefix.size === 0) return found;
    for (let at = 0; at + PREFIX <= text.length; ) {
      const form = this.#byPrefix.get(text.slice(at, at + PREFIX))?.find((one) => text.startsWith(one, at));
      if (form !== undefined) found.push({ kind: THIRD_PARTY_PROMPT, from: at, to: at + form.length });
      at += form?.length ?? 1;
    }
    return found;
  }
}

/** As itself, in JSON, and in JSON within JSON. */
function formsOf(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  return [text, json, JSON.stringify(json).slice(1, -1)].map((form) => Buffer.from(form).toString('latin1'));
}

/** Every string in a value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
