import type { DialectId, ModelRequest } from '../dialects/message.js';

/** How a scripted model can misbehave. */
export type Misbehaviour =
  | { kind: 'status'; status: number; retry_after?: number | undefined; code?: string | undefined }
  /** Never answers. */
  | { kind: 'hang' }
  /** Begins a stream and breaks the connection. */
  | { kind: 'cut-stream' }
  | { kind: 'invalid-json' }
  | { kind: 'html' }
  /** An error inside a stream that began with 200. */
  | { kind: 'stream-error'; code: string };

/** What an agent is asked to do, without the names of its tools. */
export type Act =
  | { kind: 'run'; command: string }
  | { kind: 'read'; path: string; /** First line, from 1, where not the whole file is wanted. */ from?: number; /** Number of lines. */ lines?: number }
  | { kind: 'write'; path: string; content: string }
  /** A certain tool, of the agent or of an MCP server. */
  | { kind: 'call'; server?: string | undefined; tool: string; arguments: Record<string, unknown> }
  /** The names of the project's files, where no shell can tell them. */
  | { kind: 'list' }
  /** The final answer through the tool that the agent wants it in. */
  | { kind: 'deliver'; value: unknown };

export interface Say {
  kind: 'say';
  acts: Act[];
  /** The final answer; with acts, text beside them. */
  text: string;
  think: string;
  /** Ms to wait before the reply and, in a stream, before each of its events. */
  slow_ms: number;
}

export type Move = Say | { kind: 'misbehave'; how: Misbehaviour; slow_ms: number };

export interface BrainContext {
  attempt: string;
  session: number;
  dialect: DialectId;
  aux: string | null;
}

/** Decides what a scripted model replies. Deterministic: the same requests in the same order get the same moves. */
export interface Brain {
  /** The model that its replies name; by default the one that was asked for. */
  readonly model?: string | undefined;
  move(request: ModelRequest, context: BrainContext): Move;
}

export const say = (more: Partial<Omit<Say, 'kind'>>): Say => ({ kind: 'say', acts: [], text: '', think: '', slow_ms: 0, ...more });
