import type { Lock } from '../../protocol/lock.js';
import { observedOf } from '../observed.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';

/** What may differ between two quarters (methodology: a changed model, product feature, retrieval system or harness is a changed configuration). */
export const KINDS = ['protocol', 'task', 'harness', 'model', 'feature', 'retrieval', 'runtime'] as const;
export type Kind = (typeof KINDS)[number];

/** A campaign as far as its results depend on it, by kind and name. Digests stand for texts. */
export type Snapshot = Record<Kind, Record<string, unknown>>;

/** Everything declared, locked and observed; nothing of it is a result. */
export async function snapshotOf(on: CampaignOnDisk): Promise<Snapshot> {
  const { manifest, harness, machine, agents } = on.campaign;
  const { campaign: _name, configurations, providers, services = {}, limits, model_limits, spend: _spend, engine: _engine, ...protocol } = manifest;
  const lock = await lockOf(on.dir);
  const observed = await observedOf(on);
  const of = <T>(part: (one: (typeof configurations)[number]) => T): Record<string, T> => Object.fromEntries(configurations.map((one) => [one.id, part(one)]));
  return {
    protocol: { version: lock.protocol, ...protocol, order_of_trials: lock.order, protocol_lock: rootOf(on.campaign) },
    task: tasksIn(lock),
    harness: { version: harness.version, scorer: harness.scorer, validity: harness['validity'], order: harness['order'], program: harness['program'], source_commit: harness['source_commit'], source_modified: harness['source_modified'] },
    model: of(({ id, model, manual }) => ({ requested: model, provider: model && providers[model.provider], ...(manual && { product: manual }), observed: observed(id).observed.models })),
    feature: of(({ id: name, model: _model, manual: _manual, services: _services, ...rest }) => ({ ...rest, version: agents[name]?.version, versions_observed: observed(name).observed.agent_versions, files: lock.agents[name] })),
    retrieval: { ...of(({ services: used }) => used), ...Object.fromEntries(Object.entries(services).map(([name, service]) => [`service ${name}`, service])) },
    runtime: { limits, model_limits, images: lock.images, sandbox: lock.sandbox, machine },
  };
}

const rootOf = (campaign: Record<string, unknown>): unknown => (campaign['protocol_lock'] as { root?: unknown } | undefined)?.root;

/** Each task by the parts that a lock tells apart: what is asked, seeded and checked. */
function tasksIn(lock: Lock): Record<string, Record<string, unknown>> {
  const tasks: Record<string, Record<string, unknown>> = {};
  const partOf = (task: string, part: string, value: unknown): void => { (tasks[task] ??= {})[part] = value; };
  for (const [task, digest] of Object.entries(lock.scenarios)) partOf(task, 'scenario', digest);
  for (const [task, digest] of Object.entries(lock.alternatives)) partOf(task, 'alternatives', digest);
  for (const [task, { material, checks, key }] of Object.entries(lock.task_parts)) for (const [part, digest] of Object.entries({ material, checks, key })) partOf(task, part, digest);
  for (const [what, digests] of Object.entries({ prompts: lock.prompts, workspaces: lock.workspaces })) {
    for (const [place, digest] of Object.entries(digests)) {
      const [task = '', ...rest] = place.split('/');
      if (rest.length > 0) partOf(task, what, { ...(tasks[task]?.[what] as object | undefined), [rest.join('/')]: digest });
    }
  }
  return tasks;
}
