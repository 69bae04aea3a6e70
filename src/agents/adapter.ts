import type { Varying } from '../common/varying.js';
import type { StateClass } from '../common/state-classes.js';
import type { ParsedEvent, TraceEvent } from '../trace/events.js';

export { STATE_CLASSES, type StateClass } from '../common/state-classes.js';

/**
 * A path or glob and what it is to the agent: `~/…` in the home, `/…` system-wide, otherwise relative to the workspace.
 * Where several fit, the first of the table decides (state-table.ts).
 */
export interface StateEntry {
  pattern: string;
  class: StateClass;
  /** How the text of such a file gets to the model without being asked for; absent: it does not. Checked by `probe`. */
  reaches?: Reach;
  note?: string;
}

/**
 * `first`: it is in the model's first request; `read`: in a later one, when a file beside it was read; `memory`: in the first one
 * where the product's memory feature is on.
 */
export const REACHES = ['first', 'read', 'memory'] as const;
export type Reach = (typeof REACHES)[number];
export const REACH_WORDS: Readonly<Record<Reach, string>> = { first: 'first request', read: 'after a read', memory: 'first request, memory on' };

/** A file that the adapter needs in place before the agent starts. `path` is absolute, as inside. */
export interface AgentFile {
  path: string;
  content: Uint8Array;
  mode: number;
  /** Who owns it inside: programs belong to root, configuration to the agent. */
  owner: 'root' | 'agent';
}

/** An MCP server beside the agent, reached by HTTP. */
export interface McpServer {
  name: string;
  url: string;
}

/** What a configuration sets about the agent; the same in all its trials. */
export interface Settings {
  /** The model's label as the manifest has it; null: the agent's own default. */
  model: string | null;
  /** The product's own memory feature; `off` where nothing is said. */
  memory?: 'off' | 'on';
  /** MCP servers that it is to use, for agents that take them (`Abilities.mcp`). */
  mcp?: readonly McpServer[];
  /** JSON Schema of the final answer, for agents that take one (`Abilities.schema`). */
  schema?: Record<string, unknown>;
  /** How the agent `model` asks. */
  request?: ModelRequestSettings;
  /** Of `control/example`: what it does, and at which prompt. */
  plays?: readonly { prompt: string; steps: Steps }[];
}

/** What the example player does at one prompt: what it opens, runs and writes (null: removes), and what it answers. Paths are relative to the workspace. */
export interface Steps {
  reads: readonly string[];
  commands: readonly string[];
  files: Readonly<Record<string, string | null>>;
  answer: string;
}

/** One request to a model, beside its label and the prompt. */
export interface ModelRequestSettings {
  dialect: NonNullable<Abilities['dialect']>;
  stream: boolean;
  /** Further members of the body, as the dialect has them. */
  parameters: Record<string, unknown>;
}

export const PLAIN_REQUEST: ModelRequestSettings = { dialect: 'openai-chat', stream: true, parameters: {} };

/** What one turn asks of the agent. */
export interface Turn extends Settings {
  prompt: string;
  /** From 1. A later turn goes on in the conversation of the one before. */
  number: number;
  /** The conversation's id as the agent told it in an earlier turn (`session.start`); without it, its latest one is continued. */
  conversation?: string | null;
}

/** Where things are in every sandbox: the constants of sandbox/layout.ts, given because agents/ may not import them. */
export interface Layout {
  home: string;
  workspace: string;
  programs: string;
}

/** The layout as a program inside sees it; only a `local` sandbox without isolation maps it to other paths. */
export interface Places extends Layout {
  /** The path inside for a path of sandbox/layout.ts. */
  inside(path: string): string;
}

export interface Command {
  argv: string[];
  env: Record<string, string>;
  stdin?: Uint8Array;
}

/** What is left when the turns are over, for the answer and the failure signs. */
export interface Outcome {
  exit_code: number | null;
  /** Standard output of the last turn, bytes as they came. */
  stdout: Uint8Array;
  /** It was longer than an answer can be, and this is its end. */
  stdout_cut?: boolean;
  /** Its standard error, where it was kept: only CLIs that say nothing on standard output are looked up there. */
  stderr?: Uint8Array;
  /** The model that was asked for, where one was. */
  model?: string | null;
  events: readonly TraceEvent[];
  /** A file as the agent left it: `~/…` in the home, otherwise relative to the workspace; undefined where there is none. */
  file(path: string): Promise<Uint8Array | undefined>;
}

export interface Signal {
  blame: 'agent' | 'provider' | 'harness';
  /** Stable kind: `nothing-done`, `rate-limit`, … (signals.ts) */
  kind: string;
  message: string;
  /** The agent got over it: told, and counted as nothing. */
  recovered?: boolean;
}

export interface Knowledge {
  /** Its state table is complete. False: whatever it leaves in the home may be any class. */
  state: boolean;
  /** Its output shows tool calls. False: a trace without calls says nothing about what it read. */
  tools: boolean;
}

/** What a real CLI can do, as far as manifests and documents need it. */
export interface Abilities {
  /** The dialect in which it asks its model; null: its own backend only. */
  dialect: 'openai-responses' | 'openai-chat' | 'anthropic-messages' | 'gemini' | null;
  /** It can be told the JSON Schema of its answer. */
  schema: boolean;
  /** What its memory feature is when nobody sets it; `none`: it has none. */
  memory: 'off' | 'on' | 'none';
  /** It can be told of MCP servers that are reached by HTTP (streamable HTTP). */
  mcp?: true;
  /** How a further turn goes on in the same conversation. */
  continues: string;
  /** The prompt with which its user makes it compact its conversation; absent where it has none in this mode, or sends it to its model as a text. */
  compact?: string;
  /** What its stream tells, and so can be checked in it. `results`: every tool's output as a whole. */
  tells: readonly ('version' | 'model' | 'conversation' | 'tokens' | 'results')[];
}

/** A tool call as one witness has it: as the model asked for it on the wire, or as the CLI's stream shows it. */
export interface SeenCall {
  name: string;
  arguments: unknown;
}

/** What a CLI's stream shows of one call of its model. */
export interface Shown {
  /** `arguments` undefined: any. `maybe`: its stream may as well leave it out. */
  calls: readonly (SeenCall & { maybe?: boolean })[];
  /** More may come of it than can be read from it: a program that calls tools. */
  open?: boolean;
  /** False: what the model is told of it is not what the tools gave back. */
  results?: boolean;
}

/** One product's way of being run. Data plus pure functions; one file per adapter, one line in registry.ts. */
export interface AgentAdapter {
  readonly id: string;
  readonly version: string;
  /** Folder under images/. */
  readonly image: string;
  /** True for our own control agents, which may run without isolation. */
  readonly control: boolean;
  /** Environment variable of its own login, for products that present it to their own backend. */
  readonly login?: string;
  /** It runs in no sandbox and needs no image: the harness sends its one request, or a person drives it. */
  readonly outside?: 'harness' | 'person';
  readonly state: readonly StateEntry[];
  /** What differs between two runs that did the same; without it, what differs between runs of most programs. */
  readonly varies?: Varying;
  /** What can be known of this agent at all; what cannot is said in the evidence instead of looking like nothing. */
  readonly knows: Knowledge;
  /** Of real CLIs only. */
  readonly can?: Abilities;
  /** For CLIs that name their version in the user-agent of their model requests: finds it there, as its one group. */
  readonly userAgent?: RegExp;
  /** What a tool gives its model where the product's own sandbox cannot be set up, for products that tell nobody else of it. */
  readonly refused?: RegExp;
  /** What its stream shows of a call on the wire, for CLIs whose streams name tools in their own way; without it: the same call. */
  readonly shown?: (call: SeenCall) => Shown;
  /** Paths are those of the layout, which seeding uses, not those a program inside may see. */
  files(layout: Layout, settings?: Settings): AgentFile[];
  command(turn: Turn, places: Places): Command;
  /** One line of standard output, without its newline. A line it does not know gives one `unparsed` event; one that it knows to say nothing gives `SILENT`. */
  parse(line: string): ParsedEvent[];
  /** The final answer, verbatim; null where the agent gave none. */
  answer(outcome: Outcome): Promise<string | null>;
  classify(outcome: Outcome): Signal[];
}
