import { z } from 'zod';
import { DIALECT_IDS } from '../dialects/message.js';
import { OPERATIONS } from '../http/route.js';
import { MODES } from '../upstream.js';
import { FAULT_KINDS } from './fault-kinds.js';

const count = z.int().nonnegative();
const milliseconds = z.number().nonnegative();
const headers = z.record(z.string(), z.string());

/** What a record holds of a body. At most one of `body`, `body_text`, `body_base64` and `events` is there. */
const content = {
  /** Bytes after undoing content encodings. */
  bytes: count,
  /** A JSON body. */
  body: z.unknown().optional(),
  /** A body that is text but no JSON. */
  body_text: z.string().optional(),
  /** A body that is neither. */
  body_base64: z.string().optional(),
  /** Only the beginning was kept. */
  truncated: z.boolean().optional(),
};

/** What an earlier request of the attempt already has: see record/delta.ts. */
const shared = z.strictObject({
  exchange: z.int().positive(),
  /** Keys of `body` that are the same there. */
  keys: z.array(z.string()),
  /** Lists of `body` that go on where the same list stops after so many entries there. */
  prefix: z.record(z.string(), count),
});

export const toolCall = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['function', 'custom']),
  /** The part of the name that the dialect keeps apart, for tools of an MCP server. */
  namespace: z.string().optional(),
  arguments: z.unknown(),
});

/** Tokens; null where the provider did not say. */
export const tokens = z.strictObject({
  input: count.nullable(),
  output: count.nullable(),
  cached: count.nullable(),
  cache_write: count.nullable(),
  reasoning: count.nullable(),
});

const fault = z.strictObject({
  kind: z.enum(FAULT_KINDS),
  blame: z.enum(['agent', 'provider', 'harness']),
  message: z.string(),
  /** The provider's own code or type. */
  code: z.string().optional(),
  retry_after_ms: milliseconds.optional(),
  /** For a replay miss, what was asked and what the cassette would have had next. */
  detail: z.unknown().optional(),
});

const common = {
  /** From 1; joins a response to its request. Requests are numbered as they came, over all sessions of the attempt. */
  exchange: z.int().positive(),
  /** ISO 8601, UTC, ms. */
  time: z.iso.datetime(),
  session: z.int().positive(),
};

export const wireRequest = z.strictObject({
  type: z.literal('request'),
  ...common,
  mode: z.enum(MODES),
  operation: z.enum(OPERATIONS),
  dialect: z.enum(DIALECT_IDS).nullable(),
  method: z.string(),
  /** Path and query, without values that could be a credential. */
  target: z.string(),
  headers,
  /** Names of headers that were there and are not shown. */
  withheld: z.array(z.string()),
  ...content,
  shared: shared.optional(),
  /** The request could not be understood: its body is no JSON, or could not be read. */
  invalid: z.enum(['json', 'utf-8', 'encoding', 'too-large', 'aborted']).optional(),
  /** The model asked for. */
  model: z.string().nullable(),
  stream: z.boolean(),
  /** Names of the tools offered. */
  tools: z.array(z.string()),
  /** What of this request the provider keeps beyond it. */
  server_state: z.array(z.string()),
  /** Made by the CLI for itself (`title`, `routing`, a hidden agent's name, …), not for the conversation. */
  aux: z.string().nullable(),
});

export const wireResponse = z.strictObject({
  type: z.literal('response'),
  ...common,
  /** Who answered: a provider, script or cassette, or the gateway itself (caps, unknown paths). */
  source: z.enum(['upstream', 'gateway']),
  /** null: there was none. */
  status: z.int().nullable(),
  headers,
  withheld: z.array(z.string()),
  ...content,
  /** Server-sent events as they came; `data` is parsed where it is JSON. */
  events: z.array(z.strictObject({ at_ms: milliseconds, event: z.string().optional(), data: z.unknown() })).optional(),
  timings: z.strictObject({
    /** Waiting for the provider's pace. */
    queued_ms: milliseconds,
    /** From the end of waiting to the first byte of the body; null: none came. */
    first_byte_ms: milliseconds.nullable(),
    /** From the request's arrival to the end. */
    end_ms: milliseconds,
  }),
  requested_model: z.string().nullable(),
  observed_model: z.string().nullable(),
  /** The message that the body or the events spell; null where there is none. */
  reply: z
    .strictObject({
      text: z.string(),
      reasoning: z.string(),
      calls: z.array(toolCall),
      finish: z.enum(['stop', 'tool-calls', 'length', 'refusal', 'error', 'other']).nullable(),
      finish_raw: z.string().nullable(),
    })
    .nullable(),
  tokens: tokens.nullable(),
  /** Counted by us from bytes, because the provider gave no usage. */
  tokens_estimated: z.boolean(),
  cost_usd: z.number().nonnegative().nullable(),
  /** The body came to its own end. */
  complete: z.boolean(),
  fault: fault.nullable(),
  /** A CONNECT tunnel: bytes from and to the agent. */
  tunnel: z.strictObject({ up: count, down: count }).optional(),
});

/** One line of wire.jsonl: a request as it came, or what it got. */
export const wireRecord = z.discriminatedUnion('type', [wireRequest, wireResponse]);

export type WireRequest = z.infer<typeof wireRequest>;
export type WireResponse = z.infer<typeof wireResponse>;
export type WireRecord = z.infer<typeof wireRecord>;
export type Fault = z.infer<typeof fault>;
export type Shared = z.infer<typeof shared>;
