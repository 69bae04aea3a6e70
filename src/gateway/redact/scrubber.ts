import { UserError } from '../../common/errors.js';
import { MAY_HOLD_ONE, SHAPES } from './shapes.js';

/** A value that may appear nowhere, and the name that stands in its place. */
export interface Secret {
  name: string;
  value: string;
}

interface Span {
  from: number;
  to: number;
  mask: string;
}

/** Shorter values are in too much ordinary text to be masked. */
const SHORTEST = 8;

/**
 * Takes credentials out of what is recorded: the values it was told of, in the forms that JSON, URLs and base64 give them,
 * and whatever has the shape of a credential.
 * @throws UserError CLEANSLATE_SECRET_SHORT for a value of fewer than 8 characters.
 */
export class Scrubber {
  readonly #known: RegExp | null;
  readonly #names = new Map<string, string>();

  constructor(secrets: readonly Secret[]) {
    for (const { name, value } of secrets) {
      if (value.length < SHORTEST) {
        const hint = `give a credential of at least ${String(SHORTEST)} characters`;
        throw new UserError('CLEANSLATE_SECRET_SHORT', `the credential ${name} is too short to be told apart from text`, { hint });
      }
      for (const form of formsOf(value)) {
        this.#names.set(form, name);
        this.#names.set(Buffer.from(form).toString('latin1'), name);
      }
    }
    const forms = [...this.#names.keys()].sort((a, b) => b.length - a.length);
    this.#known = forms.length === 0 ? null : new RegExp(forms.map(escape).join('|'), 'g');
  }

  text(text: string): string {
    const spans = this.#spans(text);
    return spans.length === 0 ? text : replace(text, 0, spans);
  }

  /** The name of the first credential in a text; undefined where there is none. */
  find(text: string): string | undefined {
    return this.#spans(text)[0]?.mask.slice('[redacted:'.length, -1);
  }

  /** Text that came in pieces: what is split over them is found too. As many pieces come back. */
  pieces(pieces: readonly string[]): string[] {
    const spans = this.#spans(pieces.join(''));
    let from = 0;
    return pieces.map((piece) => {
      const start = from;
      from += piece.length;
      return replace(piece, start, spans);
    });
  }

  /** Every string of a JSON value, keys included. The same value where nothing was found. */
  json(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.json(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.json(item)]));
  }

  /** Bytes of any kind, text or not: all that is not masked stays as it is. The same bytes where nothing was found. */
  bytes(bytes: Buffer): Buffer {
    // One character for each byte, there and back.
    const text = bytes.toString('latin1');
    const clean = this.text(text);
    return clean === text ? bytes : Buffer.from(clean, 'latin1');
  }

  /** The same, and each mask is as long as what it stands for: whatever counts bytes goes on finding its own. */
  bytesInPlace(bytes: Buffer): Buffer {
    const text = bytes.toString('latin1');
    const spans = this.#spans(text).map(({ from, to, mask }) => ({ from, to, mask: mask.padEnd(to - from, '*').slice(0, to - from) }));
    return spans.length === 0 ? bytes : Buffer.from(replace(text, 0, spans), 'latin1');
  }

  #spans(text: string): Span[] {
    const spans: Span[] = [];
    if (this.#known) for (const match of text.matchAll(this.#known)) spans.push(span(match, this.#names.get(match[0]) ?? 'secret'));
    if (MAY_HOLD_ONE.test(text)) for (const [name, pattern] of SHAPES) for (const match of text.matchAll(pattern)) spans.push(span(match, name));
    return spans.length < 2 ? spans : merged(spans);
  }
}

const span = (match: RegExpMatchArray, name: string): Span => ({
  from: match.index ?? 0, to: (match.index ?? 0) + match[0].length, mask: `[redacted:${name}]`,
});

function merged(spans: Span[]): Span[] {
  const result: Span[] = [];
  for (const next of spans.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last && next.from < last.to) last.to = Math.max(last.to, next.to);
    else result.push({ ...next });
  }
  return result;
}

/** The part of the whole text that begins at `start`, without the spans; a mask stands where its span begins. */
function replace(part: string, start: number, spans: readonly Span[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, mask } of spans) {
    if (to <= start || from >= start + part.length) continue;
    result += part.slice(at, Math.max(at, from - start));
    if (from >= start) result += mask;
    at = Math.min(part.length, to - start);
  }
  return result + part.slice(at);
}

/** How a value looks in text, in JSON, in JSON inside JSON, in a URL, and encoded. */
export function formsOf(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const forms = [value, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(value)];
  return [...new Set([...forms, Buffer.from(value).toString('base64'), Buffer.from(value).toString('base64url')])];
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
