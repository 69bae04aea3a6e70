import type { Check } from '../../scoring/checklist/check.js';
import type { Category, ExampleSpec, SettingName, Stand } from './schema.js';

export type Files = ReadonlyMap<string, string>;

/** One session as it will be run: every text in full, nothing left to generate. */
export interface TaskSession {
  /** What is laid over the workspace before it; null takes a file away. */
  files: ReadonlyMap<string, string | null>;
  turns: readonly string[];
}

/** Where the expected value of a check stands. */
export interface Fact {
  stands: Stand;
  offered: boolean;
  derived?: string | undefined;
}

/** A task of a battery for one quarter's seed. `facts` and `examples` are the key: they never enter a sandbox. */
export interface Task {
  id: string;
  title: string;
  category: Category;
  case: string;
  setting: SettingName;
  sessions: readonly TaskSession[];
  /** Texts that were generated to distract: they must settle nothing. */
  distractions: readonly string[];
  checks: readonly Check[];
  facts: Readonly<Record<string, Fact>>;
  examples: Readonly<Record<string, ExampleSpec>>;
}

export interface Battery {
  id: string;
  title: string;
  protocol: string;
  /** Digest of the seed that its generated parts come from. */
  seed_sha256: string;
  tasks: readonly Task[];
}

/** The workspace files before a session (counted from 1), as all sessions up to it have laid them. */
export function filesBefore(sessions: readonly TaskSession[], session: number): Map<string, string> {
  const files = new Map<string, string>();
  for (const { files: laid } of sessions.slice(0, session)) {
    for (const [path, text] of laid) {
      if (text === null) files.delete(path);
      else files.set(path, text);
    }
  }
  return files;
}

/** What becomes of a path before a session: its text, or null where it is taken away; and whether that session itself says so, or one before it. */
export type Laid = ReadonlyMap<string, { text: string | null; now: boolean }>;

/** What the sessions after the first have laid over the workspace, up to one of them (from 2). */
export function laidBefore(sessions: readonly TaskSession[], session: number): Laid {
  const laid = new Map<string, { text: string | null; now: boolean }>();
  for (const [index, { files }] of sessions.slice(0, session).entries()) {
    if (index > 0) for (const [path, text] of files) laid.set(path, { text, now: index + 1 === session });
  }
  return laid;
}

/** The last turn of the last session. */
export const probeOf = ({ sessions }: Pick<Task, 'sessions'>): string => sessions.at(-1)?.turns.at(-1) ?? '';
