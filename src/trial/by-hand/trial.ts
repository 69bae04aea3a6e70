import type { Configuration, Manifest, Mode } from '../../protocol/manifest.js';
import type { ManualBlock, ResetClass, ResetWay } from '../../protocol/manual.js';
import type { SelectedCase } from '../../scenario/profiles.js';

/** One trial that a person carries out in a product. */
export interface HandTrial {
  id: string;
  configuration: Configuration;
  manual: ManualBlock;
  task: string;
  profile: string;
  run: number;
  mode: Mode;
  selected: SelectedCase;
  /** `keeps`: state classes that are not reset before it, as the manifest declares. */
  sessions: readonly { turns: readonly string[]; keeps: readonly ResetClass[] }[];
  /** The prompt whose answer is scored: the last one. */
  prompt: string;
  normalize: Manifest['normalize'];
}

/** What was attached for one session. Bytes are in the campaign's material, by digest. */
export interface AttachedSession {
  session: number;
  /** Who carried it out, and when. ISO 8601. */
  by: string;
  at: string;
  response: string;
  evidence: readonly { name: string; sha256: string; bytes: number }[];
  resets: Readonly<Record<ResetClass, { how: ResetWay; note: string | null }>>;
  latency_seconds: number | null;
  /** Why it replaces what was attached before; null for the first. */
  corrects: string | null;
}
