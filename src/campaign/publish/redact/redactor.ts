import { Scrubber, type Secret } from '../../../gateway/redact/scrubber.js';
import { addresses, known, type Found, type PersonalText } from './personal.js';

export interface Redacted {
  bytes: Buffer;
  /** What was taken out, sorted; empty where the bytes are the same. */
  kinds: string[];
}

export interface RedactorOptions {
  secrets: readonly Secret[];
  personal: readonly PersonalText[];
  /** Everything that the locked protocol says, as one text: nothing of that is personal data. */
  protocol: string;
}

/**
 * Takes secrets and personal data out of what is published, and nothing else (methodology, "Preserve the evidence"). A mask is as long as
 * what it stands for, and holds nothing that JSON would have to escape: places in files, sizes and JSON stay what they were.
 */
export class Redactor {
  readonly #scrubber: Scrubber;
  readonly #known: (text: string) => Found[];
  readonly #addresses: (text: string) => Found[];
  /** Whether a text, one character for each byte, is part of the locked protocol. */
  readonly spoken: (text: string) => boolean;

  constructor({ secrets, personal, protocol }: RedactorOptions) {
    this.#scrubber = new Scrubber(secrets);
    const spoken = (this.spoken = (text: string): boolean => protocol.includes(text));
    // What the publisher names is taken out wherever it stands.
    this.#known = known(personal.filter(({ kind, text }) => kind === 'personal' || !spoken(text)));
    this.#addresses = addresses(spoken);
  }

  /** @param more finds what else is to be masked, one character for each byte */
  bytes(bytes: Buffer, more: (text: string) => Found[] = () => []): Redacted {
    const clean = this.#scrubber.bytesInPlace(bytes);
    const kinds = new Set<string>(clean.equals(bytes) ? [] : ['credential']);
    // One character for each byte, there and back.
    const text = clean.toString('latin1');
    const found = [...more(text), ...this.#known(text), ...this.#addresses(text)].sort((a, b) => a.from - b.from || b.to - a.to);
    const masked = Buffer.from(clean);
    let done = 0;
    for (const { kind, from, to } of found) {
      const start = Math.max(from, done);
      if (to <= start) continue;
      masked.write(maskOf(kind, to - start), start, 'latin1');
      kinds.add(kind);
      done = to;
    }
    return { bytes: masked, kinds: [...kinds].sort() };
  }
}

function maskOf(kind: string, length: number): string {
  const mask = `[redacted:${kind}]`;
  return mask.length > length ? '*'.repeat(length) : mask.padEnd(length, '*');
}
