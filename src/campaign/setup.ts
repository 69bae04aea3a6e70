import { MATERIAL_DIR } from '../evidence/layout.js';
import type { Material } from '../evidence/material.js';
import { harnessPins, lockedPins, type HarnessPins } from '../protocol/harness.js';
import { declaredOf } from '../protocol/declared.js';
import { parseTask } from '../protocol/battery/task-text.js';
import { taskParts } from '../protocol/battery/task-parts.js';
import { makeLock, type Lock } from '../protocol/lock.js';
import type { PlannedTrial } from '../trial/planned.js';
import { describeMachine, imagesFor, type ImageOf, type Machine } from './machine.js';
import type { Plan } from './plan.js';
import { prepareMaterial, type Cleaning, type PreparedMaterial } from './prepare-material.js';
import { agentPins } from './probe/pins.js';
import { plannedTrials } from './trials.js';

/** A plan with everything that its trials start from and depend on, as digests. */
export interface Setup {
  /** In the order in which they start. */
  trials: PlannedTrial[];
  lock: Lock;
  /** campaign.json, but for the lock's digest and the time. */
  campaign: Record<string, unknown>;
  images: Map<string, ImageOf>;
  harness: HarnessPins;
  /** Every digest in `staged` that the campaign keeps. */
  material: string[];
}

/**
 * Builds workspaces and images, and the lock over them.
 * @param staged where material waits until it is known that the campaign's directory holds this very campaign
 */
export async function setUp(plan: Plan, machine: Machine, staged: Material, cleaning: Cleaning): Promise<Setup> {
  const prepared = await prepareMaterial(plan, staged, cleaning);
  const images = await imagesFor(plan, machine);
  const trials = plannedTrials(plan, prepared);
  const harness = harnessPins();
  const protocol = plan.cases.flatMap(({ about }) => (about.kind === 'battery' ? [about.protocol] : []))[0] ?? null;
  const { kind, isolation } = machine.provider;
  const lock = makeLock({
    manifest: plan.manifest,
    order: trials.map(({ id }) => id),
    protocol,
    ...prepared,
    task_parts: partsOf(plan),
    images: Object.fromEntries([...images].map(([name, { digest }]) => [name, digest])),
    harness: lockedPins(harness),
    sandbox: { kind, isolation },
  });
  const { agents, material: probed } = await agentPins(plan.configurations, images, staged, cleaning.note);
  const campaign = {
    campaign: plan.manifest.campaign,
    protocol,
    manifest: plan.manifest,
    declared: Object.fromEntries(plan.manifest.configurations.map((one) => [one.id, declaredOf(one, plan.manifest.providers)])),
    trials: trials.map(({ id }) => id),
    agents,
    harness,
    machine: await describeMachine(machine),
    material: placesOf(prepared),
  };
  return { trials, lock, campaign, images, harness, material: [...Object.values(prepared).flatMap((digests) => Object.values(digests as Record<string, string>)), ...probed] };
}

const partsOf = ({ cases }: Plan): Lock['task_parts'] => Object.fromEntries(cases.flatMap(({ task, about }) => (about.kind === 'battery' ? [[task, taskParts(parseTask(about.text))]] : [])));

/** The form in which campaign.json names what the campaign cannot do without: `verify` misses what is not there. */
const placesOf = (prepared: PreparedMaterial): Record<string, Record<string, string>> =>
  Object.fromEntries(
    Object.entries(prepared).map(([kind, digests]) => [kind, Object.fromEntries(Object.entries(digests as Record<string, string>).map(([key, digest]) => [key, `${MATERIAL_DIR}/${digest}`]))]),
  );
