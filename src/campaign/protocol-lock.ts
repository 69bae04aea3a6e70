import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timestamp, type Clock } from '../common/clock.js';
import { UserError } from '../common/errors.js';
import { ownedDirectory } from '../common/owned-directory.js';
import { digestOf } from '../common/json.js';
import { sha256 } from '../common/digest.js';
import { CAMPAIGN_FILE } from '../evidence/layout.js';
import { Material } from '../evidence/material.js';
import { Scrubber } from '../gateway/redact/scrubber.js';
import { loadBattery } from '../protocol/battery/load.js';
import { taskParts } from '../protocol/battery/task-parts.js';
import { taskText } from '../protocol/battery/task-text.js';
import { lockedPins } from '../protocol/harness.js';
import { drift } from '../protocol/lock.js';
import { amended, finalLock, newLock, type LockedProtocol } from '../protocol/lock-chain.js';
import { invalidLock, readLocked, writeLocked } from '../protocol/locked-protocol.js';
import { PRACTICE, refuseUnproven } from './battery-cases.js';
import type { Machine } from './machine.js';
import type { Plan } from './plan.js';
import { secretsOf } from './secrets.js';
import { setUp } from './setup.js';

/** The lock that a campaign of this plan would run under on this machine, everything built as for a run. */
export async function lockOfPlan(plan: Plan, machine: Machine, note: (line: string) => void): Promise<object> {
  const staging = ownedDirectory('material');
  try {
    return (await setUp(plan, machine, await Material.open(staging.path), { scrubber: new Scrubber(await secretsOf(plan, process.env)), note })).lock;
  } finally {
    staging.remove();
  }
}

/** The lock of a battery alone: its tasks for a quarter, and what scores them. @throws UserError for one that is not there or not proven */
export async function lockOfBattery(reference: string, quarter: string | undefined, secret?: string): Promise<{ id: string; lock: object }> {
  const battery = await loadBattery(reference, { quarter: quarter ?? PRACTICE, secret });
  refuseUnproven(battery);
  const of = <T>(part: (task: (typeof battery.tasks)[number]) => T): Record<string, T> => Object.fromEntries(battery.tasks.map((task) => [task.id, part(task)]));
  return {
    id: battery.id,
    lock: { lock_version: 1, battery: battery.id, protocol: battery.protocol, quarter: quarter ?? PRACTICE, seed: battery.seed_sha256, tasks: of((task) => sha256(taskText(task))), task_parts: of(taskParts), harness: lockedPins() },
  };
}

/** Why a protocol is locked anew. */
export interface Amending {
  note: string;
  by: string;
}

/** What locking did: a first lock, the same as before, or an amendment of it. */
export interface Locking {
  file: string;
  root: string;
  state: 'locked' | 'as-locked' | 'amended';
  changed: string[];
}

/**
 * Writes a protocol lock. Before the first run a change is an amendment, recorded with who made it and why; after it, there is none.
 * @throws UserError where it differs and nobody amends it, or where it was run
 */
export async function lockProtocol(file: string, lock: object, amending: Amending | undefined, clock: Clock): Promise<Locking> {
  const before = await readLocked(file);
  const root = digestOf(lock);
  if (!before) {
    await writeLocked(file, newLock(lock));
    return { file, root, state: 'locked', changed: [] };
  }
  const changed = drift(before.lock, lock);
  if (changed.length === 0) return { file, root, state: 'as-locked', changed };
  if (before.first_run) {
    throw new UserError('CLEANSLATE_LOCK_FINAL', `was run at ${before.first_run.at}, and differs now in: ${changed.join(', ')}`, {
      where: file,
      hint: `restore what changed, or record what was done otherwise with \`cleanslate deviate ${before.first_run.dir}\`; a new protocol is a new campaign with a lock of its own`,
    });
  }
  if (!amending) {
    throw new UserError('CLEANSLATE_LOCK_DRIFT', `differs now in: ${changed.join(', ')}`, { where: file, hint: 'restore what changed, or amend the lock with --amend TEXT --by NAME' });
  }
  await writeLocked(file, amended(before, lock, { at: timestamp(clock), by: amending.by, note: amending.note, changed }));
  return { file, root, state: 'amended', changed };
}

/** A protocol that a run was locked to, and its file. */
export interface RunLock {
  file: string;
  locked: LockedProtocol;
}

/** Refuses a run of anything else than what was locked. @throws UserError CLEANSLATE_LOCK_DRIFT naming what drifted */
export function refuseDrift({ file, locked }: RunLock, lock: object): void {
  const changed = drift(locked.lock, lock);
  if (changed.length === 0) return;
  const hint = locked.first_run ? 'restore what changed; a new protocol is a new campaign with a lock of its own' : 'restore what changed, or amend the lock with `cleanslate lock` and --amend';
  throw new UserError('CLEANSLATE_LOCK_DRIFT', `the protocol was locked with other: ${changed.join(', ')}`, { where: file, hint });
}

/** What campaign.json keeps of the lock that a campaign began under. */
export const keptLock = ({ locked }: RunLock): Pick<LockedProtocol, 'root' | 'amendments'> => ({ root: locked.root, amendments: locked.amendments });

/**
 * Notes the run that makes a lock final, before its campaign is opened: so none begins under a lock that could still be amended. The first one
 * counts. @throws UserError where the lock was amended since this run read it
 */
export async function noteFirstRun({ file, locked }: RunLock, campaign: string, dir: string, clock: Clock): Promise<void> {
  const now = await readLocked(file);
  if (now?.root !== locked.root || now.amendments.length !== locked.amendments.length) throw new UserError('CLEANSLATE_LOCK_DRIFT', 'was locked anew since this run began', { where: file, hint: 'run again' });
  if (now.first_run === null) await writeLocked(file, finalLock(now, { at: timestamp(clock), campaign, dir }));
}

/** A campaign that is resumed witnesses what its lock was: amendments and the first run stay. @throws UserError CLEANSLATE_LOCK_INVALID */
export async function refuseForgotten({ file, locked }: RunLock, dir: string): Promise<void> {
  const { protocol_lock: kept } = JSON.parse(await readFile(join(dir, CAMPAIGN_FILE), 'utf8')) as { protocol_lock?: unknown };
  if (kept === undefined) return;
  if (digestOf(kept) !== digestOf(keptLock({ file, locked }))) throw invalidLock(file, `is not the lock that ${dir} was begun under: root or amendments differ`);
  if (locked.first_run === null) throw invalidLock(file, `names no first run, and ${dir} was begun under it`);
}
