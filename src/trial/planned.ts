import type { AgentAdapter, Settings } from '../agents/adapter.js';
import type { Configuration, Manifest, Mode } from '../protocol/manifest.js';
import type { Conversation } from '../protocol/sessions.js';
import { wholeReset, type WholeReset } from '../protocol/resets.js';
import type { Laid, Task } from '../protocol/battery/task.js';
import type { ServiceSpec } from '../protocol/services.js';
import type { Alternatives } from '../scenario/alternatives.js';
import type { SelectedCase } from '../scenario/profiles.js';

/** One trial as planned: one run of a task in a configuration and profile. Nothing in it depends on time or machine. */
export interface PlannedTrial {
  /** `<configuration>.<task>.<profile>.run-<n>`: one path segment, and the name in every file and command. */
  id: string;
  configuration: Configuration;
  adapter: AgentAdapter;
  task: string;
  profile: string;
  run: number;
  about: About;
  mode: Mode;
  /** At least one, in their order. */
  sessions: readonly PlannedSession[];
  /** The prompt whose answer is scored: the last one of the last session. */
  prompt: string;
  settings: Settings;
  /** What runs beside its agent in every session. */
  services: readonly PlannedService[];
  /** Name of the provider that answers the agent's model; null for agents that have none. */
  provider: string | null;
  normalize: Manifest['normalize'];
  limits: Manifest['limits'];
  seed: SeedMaterial;
}

/** What is asked, and what decides how well it was done. */
export type About = ScenarioAbout | BatteryAbout;

export interface ScenarioAbout {
  kind: 'scenario';
  selected: SelectedCase;
  /** What tells the stages of failures apart, and its digest in the campaign's material; absent where nothing stands beside the scenario. */
  alternatives?: { alternatives: Alternatives; sha256: string };
}

export interface BatteryAbout {
  kind: 'battery';
  task: Task;
  /** Digest of the task with its key in the campaign's material. */
  sha256: string;
}

/** A service as the manifest describes it. */
export interface PlannedService extends ServiceSpec {
  name: string;
}

/** One session of the agent, in a machine of its own. */
export interface PlannedSession {
  /** At least one prompt, in their order. */
  turns: readonly string[];
  /** What happens to the state that the session before it left; of the first session everything is cleared. */
  resets: WholeReset;
  /** How its conversation relates to that of the session before it; the first turn of one that is to `compact` is the agent's own command for that. */
  conversation: Conversation;
  /** Commands for the sandbox's shell, run before the first prompt. */
  warmup: readonly string[];
  /** What is laid over the workspace before it, of sessions that follow others; absent where nothing is. */
  laid?: Laid;
}

/** A session that follows no other. */
export const singleSession = (turns: readonly string[], warmup: readonly string[]): PlannedSession => ({ turns, resets: wholeReset(), conversation: 'new', warmup });

/** What every session starts from, by digest in the campaign's material. */
export interface SeedMaterial {
  /** Tar of home and workspace; the same for every configuration. */
  workspace: string;
  /** Tar of the files that the agent brings. */
  agent: string;
}
