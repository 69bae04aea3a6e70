/** One file of a workspace. */
export interface FileState {
  sha256: string;
  /** Its text; null where it is not UTF-8 text, or larger than what is kept as text. */
  text: string | null;
}

/** Workspace files by path, `/` between its parts, relative to the workspace. */
export type Files = ReadonlyMap<string, FileState>;

/** One tool call, as the trace has it. */
export interface ToolCall {
  name: string;
  arguments: unknown;
  /** What the agent got back; null where the trace does not say. */
  result: string | null;
}

/** What one session left behind. */
export interface SessionEvidence {
  /** The workspace before its first prompt, with what the session itself brought. */
  before: Files;
  /** The workspace when it had ended. */
  after: Files;
  /** Null where nobody could watch the tools: a product that a person drives by hand. That is not "no calls". */
  calls: readonly ToolCall[] | null;
  /** The final answer of each turn. */
  replies: readonly string[];
}

/** All that the checks of a battery task may look at. The last session is the one that ends with the probe. */
export interface Evidence {
  sessions: readonly SessionEvidence[];
}

/** Which sessions a check looks at: the one with the probe, or every one. */
export type During = 'probe' | 'all';

/** The sessions that a check looks at. An attempt without sessions has none. */
export const sessionsOf = ({ sessions }: Evidence, during: During): readonly SessionEvidence[] => (during === 'all' ? sessions : sessions.slice(-1));

/** What is judged as the answer: the last reply of the last session; empty where there is none. */
export const answerOf = ({ sessions }: Evidence): string => sessions.at(-1)?.replies.at(-1) ?? '';

/** A file as the agent left it at the very end. */
export const finalFile = ({ sessions }: Evidence, path: string): FileState | undefined => sessions.at(-1)?.after.get(path);
