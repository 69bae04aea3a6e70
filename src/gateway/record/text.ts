import { isUtf8 } from 'node:buffer';
import { isObject } from '../dialects/json.js';

/** A body as a record holds it: JSON where it is JSON, text where it is text, otherwise base64. */
export function contentOf(bytes: Buffer): { body?: unknown; body_text?: string; body_base64?: string } {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) return { body_base64: bytes.toString('base64') };
  const text = bytes.toString('utf8');
  const value = jsonOf(text);
  return value === undefined ? { body_text: text } : { body: value };
}

/** A JSON value, or undefined. Only objects and lists count: a body of `1` is text. */
export function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
