import canonicalizeJson from 'canonicalize';
import { sha256 } from './digest.js';

// The package is CommonJS with a default export; its types do not say so under NodeNext.
const canonicalizer = canonicalizeJson as unknown as (value: unknown) => string | undefined;

/** Canonical JSON (RFC 8785): one text for one value, whatever the order of its keys. */
export function canonical(value: unknown): string {
  const text = canonicalizer(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}

/** SHA-256 of a value's canonical JSON. */
export const digestOf = (value: unknown): string => sha256(canonical(value));

/** JSON as we write it for people: two spaces and a final newline. */
export const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
