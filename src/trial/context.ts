import { posix } from 'node:path';
import type { Clock } from '../common/clock.js';
import { digestEntries, type Inventory } from '../common/inventory.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Provider } from '../gateway/provider.js';
import type { Scrubber } from '../gateway/redact/scrubber.js';
import type { Manifest } from '../protocol/manifest.js';
import type { AttemptStore } from '../evidence/attempt.js';
import type { Material } from '../evidence/material.js';
import { HOME, WORKSPACE } from '../sandbox/layout.js';
import type { SandboxProvider } from '../sandbox/sandbox.js';
import type { AttemptRecord } from './attempt-record.js';

/** What an attempt needs of the campaign it belongs to. */
export interface AttemptContext {
  campaign: string;
  campaignDir: string;
  source_commit: string | null;
  provider: SandboxProvider;
  image: { reference: string; digest: string | null };
  /** Where the services of a trial run, and from which images; absent where no trial has any. */
  services?: { provider: SandboxProvider; images: ReadonlyMap<string, { reference: string; digest: string | null }> };
  material: Material;
  /** The way to models; absent where no configuration has one. */
  models?: { gateway: Gateway; providers: ReadonlyMap<string, Provider>; limits: Manifest['model_limits'] };
  /** Takes credentials out of whatever becomes evidence. */
  scrubber: Scrubber;
  /** Where the evidence goes instead of the trial's own folder, and what is added to it before it is sealed. */
  keeping?: { store: AttemptStore; conclude(record: AttemptRecord): Promise<void> };
  clock: Clock;
  /** Aborted when the harness is to stop: running agents are ended, what they left is kept. */
  signal: AbortSignal;
}

/** All state of an agent, what lies above its workspace among it: what is inventoried and diffed. */
export const STATE_ROOTS = [HOME, posix.dirname(WORKSPACE)] as const;

/** `initial_state`: one digest for home and workspace (contract, "A campaign on disk"), and whatever lies above the workspace. */
export const stateDigest = ({ entries }: Inventory): string => digestEntries(entries.filter(({ path }) => path !== WORKSPACE));
