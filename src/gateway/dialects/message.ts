/**
 * What a model is asked and what it replies, whatever the wire dialect.
 * Dialects parse into and write from these shapes; brains, traces and spend see nothing else.
 */
export const DIALECT_IDS = ['openai-responses', 'openai-chat', 'anthropic-messages', 'gemini'] as const;
export type DialectId = (typeof DIALECT_IDS)[number];

/** `custom` takes free text instead of JSON; `builtin` is run by the provider, not by the agent. */
export type ToolKind = 'function' | 'custom' | 'builtin';

export interface ToolOffer {
  name: string;
  kind: ToolKind;
  description: string;
  /** JSON Schema of the arguments; null where there is none. */
  schema: unknown;
}

export interface ToolCall {
  id: string;
  name: string;
  kind: 'function' | 'custom';
  /** Where the dialect tells the group of a tool apart from its name: that part of the name, which two underscores follow. */
  namespace?: string | undefined;
  /** An object for functions (text where it was no JSON), text for custom tools. */
  arguments: unknown;
}

export interface ToolResult {
  call_id: string;
  text: string;
  error: boolean;
}

/** One entry of the conversation, in order. */
export interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  /** Text parts, apart as they came: CLIs put notes of their own beside the user's prompt. */
  texts: string[];
  calls: ToolCall[];
  results: ToolResult[];
}

export interface ModelRequest {
  dialect: DialectId;
  /** As asked for; null where the request names none. */
  model: string | null;
  stream: boolean;
  /** System text outside the messages. */
  system: string;
  messages: Message[];
  tools: ToolOffer[];
  /** JSON is demanded of the answer, with this schema (null: any). */
  format: { schema: unknown } | null;
  /** Several tool calls may come in one reply. */
  parallel: boolean;
}

/** Tokens of one reply, as the provider counted them; null where it did not say. */
export interface Usage {
  /** All input tokens, cached ones included. */
  input: number | null;
  output: number | null;
  /** Input tokens served from a cache. */
  cached: number | null;
  /** Input tokens written to a cache (Anthropic). */
  cache_write: number | null;
  /** Output tokens spent on reasoning; part of `output`. */
  reasoning: number | null;
}

export type Finish = 'stop' | 'tool-calls' | 'length' | 'refusal' | 'error' | 'other';

export interface ReplyError {
  code: string;
  message: string;
}

export interface ModelReply {
  id: string | null;
  /** The model that the provider says has answered. */
  model: string | null;
  text: string;
  reasoning: string;
  calls: ToolCall[];
  finish: Finish | null;
  /** The provider's own word for it. */
  finish_raw: string | null;
  usage: Usage | null;
  error: ReplyError | null;
}

export const emptyReply = (): ModelReply => ({
  id: null, model: null, text: '', reasoning: '', calls: [], finish: null, finish_raw: null, usage: null, error: null,
});
