import { isRecord } from '../common/is-record.js';
import { digestOf } from '../common/json.js';
import type { TaskParts } from './battery/task-parts.js';
import type { LockedPins } from './harness.js';
import type { Manifest } from './manifest.js';

/** Everything a campaign's results depend on, as digests. Written before the first run; a later run must find the same. */
export interface Lock {
  lock_version: 1;
  campaign: string;
  /** Version of the protocol that the battery follows; null without a battery. */
  protocol: string | null;
  /** The manifest as resolved: defaults filled in. */
  manifest: string;
  /** Task → digest of its scenario. */
  scenarios: Record<string, string>;
  /** Task → digest of the file beside its scenario that tells the stages of failures apart. */
  alternatives: Record<string, string>;
  /** Task of a battery → digest of the whole of it, its key among it. */
  tasks: Record<string, string>;
  /** The same in parts, so that drift names which. */
  task_parts: Record<string, TaskParts>;
  /** `<task>/<profile>` → digest of the workspace as seeded. */
  workspaces: Record<string, string>;
  /** `<task>/<profile>` → digest of the prompt. */
  prompts: Record<string, string>;
  /** Configuration → digest of the files its agent brings. */
  agents: Record<string, string>;
  /** Image → digest; null for sandboxes that have none. */
  images: Record<string, string | null>;
  /** The trials in the order they start. */
  order: string;
  harness: LockedPins;
  /** Which kind of sandbox, and what separates the agent from the machine. */
  sandbox: { kind: string; isolation: string };
}

export interface LockInputs extends Omit<Lock, 'lock_version' | 'manifest' | 'order' | 'campaign'> {
  manifest: Manifest;
  order: readonly string[];
}

export function makeLock({ manifest, order, ...rest }: LockInputs): Lock {
  return { lock_version: 1, campaign: manifest.campaign, manifest: digestOf(withoutCaps(manifest)), order: digestOf(order), ...rest };
}

/** Caps decide when a campaign stops, not what it finds: they may be raised to go on. */
const withoutCaps = ({ spend: _spend, ...rest }: Manifest): Omit<Manifest, 'spend'> => rest;

/**
 * The names of what differs between two locks: `manifest`, `scenarios.short`, `harness.scorer`, … Empty where nothing does. That the program as
 * a whole is another is said only where no part of it says more.
 */
export function drift(before: unknown, now: unknown): string[] {
  const names = differences(before, now, '');
  return names.some((name) => name.startsWith('harness.') && name !== PROGRAM) ? names.filter((name) => name !== PROGRAM) : names;
}

const PROGRAM = 'harness.program';

function differences(before: unknown, now: unknown, path: string): string[] {
  if (!isRecord(before) || !isRecord(now)) return Object.is(before, now) ? [] : [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return keys.flatMap((key) => differences(before[key], now[key], path === '' ? key : `${path}.${key}`));
}
