import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './dialects/json.js';
import type { ModelRequest } from './dialects/message.js';
import type { Route } from './http/route.js';

export const MODES = ['live', 'scripted', 'replay', 'passthrough'] as const;
export type Mode = (typeof MODES)[number];

/** One request of an agent on its way to whatever answers it. */
export interface UpstreamRequest {
  attempt: string;
  /** From 1: the session of the attempt that the request was made in. */
  session: number;
  method: string;
  /** Path and query as they came. */
  target: string;
  headers: IncomingHttpHeaders;
  /** The body as it came, still encoded. */
  raw: Buffer;
  json: Json | null;
  model: ModelRequest | null;
  route: Route;
  /** Set for requests that the CLI makes for itself and not for the conversation. */
  aux: string | null;
}

export interface UpstreamResponse {
  status: number;
  headers: Record<string, string>;
  /** Decoded bytes. Its failure cuts the agent's stream where it is. */
  body: AsyncIterable<Uint8Array>;
}

/** What answers model requests. One for each provider and campaign; it serves many attempts at once. */
export interface Upstream {
  readonly mode: Mode;
  /** @throws UpstreamFault where there is no response. Ends early when `signal` aborts. */
  respond(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse>;
  /** `host:port` targets that CONNECT may reach; absent means none. */
  readonly allow?: readonly string[];
  close?(): Promise<void>;
}

export type UpstreamFaultKind = 'unreachable' | 'timeout' | 'replay-miss' | 'harness';

/** No response at all: the reason, told apart for the judgement of who failed. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  constructor(
    readonly kind: UpstreamFaultKind,
    message: string,
    options?: { cause?: unknown; detail?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.detail = options?.detail;
  }

  /** Goes into the wire record: for a replay miss, both sides. */
  readonly detail: unknown;
}
