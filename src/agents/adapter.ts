import type { ParsedEvent, TraceEvent } from '../trace/events.js';

export const STATE_CLASSES = [
  'history', 'memory', 'index', 'instructions', 'config', 'cache', 'credentials', 'workspace',
] as const;
export type StateClass = (typeof STATE_CLASSES)[number];

/** A path or glob (`~/…` in the home, otherwise relative to the workspace) and what it is to the agent. */
export interface StateEntry {
  pattern: string;
  class: StateClass;
  note?: string;
}

/** A file that the adapter needs in place before the agent starts. `path` is absolute, as inside. */
export interface AgentFile {
  path: string;
  content: Uint8Array;
  mode: number;
  /** Who owns it inside: programs belong to root, configuration to the agent. */
  owner: 'root' | 'agent';
}

/** What one turn asks of the agent. */
export interface Turn {
  prompt: string;
  /** From 1. */
  number: number;
  model: string | null;
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
  events: readonly TraceEvent[];
  /** A file as the agent left it: `~/…` in the home, otherwise relative to the workspace; undefined where there is none. */
  file(path: string): Promise<Uint8Array | undefined>;
}

export interface Signal {
  blame: 'agent' | 'provider' | 'harness';
  /** Stable kind: `nothing-done`, `rate-limit`, … */
  kind: string;
  message: string;
}

export interface Knowledge {
  /** Its state table is complete. False: whatever it leaves in the home may be any class. */
  state: boolean;
  /** Its output shows tool calls. False: a trace without calls says nothing about what it read. */
  tools: boolean;
}

/** One product's way of being run. Data plus pure functions; one file per adapter, one line in registry.ts. */
export interface AgentAdapter {
  readonly id: string;
  readonly version: string;
  /** Folder under images/. */
  readonly image: string;
  /** True for our own control agents, which may run without isolation. */
  readonly control: boolean;
  readonly state: readonly StateEntry[];
  /** What can be known of this agent at all; what cannot is said in the evidence instead of looking like nothing. */
  readonly knows: Knowledge;
  /** Paths are those of the layout, which seeding uses, not those a program inside may see. */
  files(layout: Layout): AgentFile[];
  command(turn: Turn, places: Places): Command;
  /** One line of standard output, without its newline. A line it does not know gives one `unparsed` event, never none. */
  parse(line: string): ParsedEvent[];
  /** The final answer, verbatim; null where the agent gave none. */
  answer(outcome: Outcome): Promise<string | null>;
  classify(outcome: Outcome): Signal[];
}
