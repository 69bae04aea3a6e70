/** Most of a body that is kept, characters: a service may send whole files. */
const LONGEST = 1 << 20;

interface Common {
  /** Numbered from 1 over the attempt; joins a response to its request. */
  exchange: number;
  /** ISO 8601, UTC, ms. */
  time: string;
  /** From 1. */
  session: number;
  /** Its name in the manifest. */
  service: string;
}

/** Something that reached a service. */
export interface ServiceRequest extends Common {
  type: 'request';
  /** `harness`: asked once, before the agent begins, to see that it answers. */
  by: 'agent' | 'harness';
  method: string;
  target: string;
  /** As JSON where it is that, else as text; null where there is none. */
  body: unknown;
  /** It is longer, and this is its beginning. */
  truncated?: true;
}

/** What came of it. */
export interface ServiceResponse extends Common {
  type: 'response';
  status: number;
  body: unknown;
  truncated?: true;
  /** Ms since the request. */
  duration_ms: number;
  /** False where the connection broke before its end. */
  complete: boolean;
}

/** A line of services.jsonl. */
export type ServiceRecord = ServiceRequest | ServiceResponse;

/** Bytes as a record has them. */
export function bodyOf(bytes: Uint8Array): { body: unknown; truncated?: true } {
  if (bytes.length === 0) return { body: null };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (text.length > LONGEST) return { body: text.slice(0, LONGEST), truncated: true };
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    return { body: text };
  }
}
