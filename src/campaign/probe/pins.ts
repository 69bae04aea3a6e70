import { MATERIAL_DIR } from '../../evidence/layout.js';
import type { Material } from '../../evidence/material.js';
import type { ImageOf } from '../machine.js';
import type { PlannedConfiguration } from '../plan.js';
import { keptProbe, type KeptProbe } from './kept.js';

/** What is pinned of a configuration's agent. */
export interface AgentPins {
  id: string;
  version: string;
  /** `material/<sha256>` of what `probe` found of this very image, version and table; null where it was not probed on this machine. */
  probe: string | null;
}

/**
 * Pins of every configuration's agent. What a probe found goes into `staged`.
 * @param note hears, once for each agent, of a result that is about something else, and of one by which its table is not true
 * @returns the pins by configuration, and the digests of what was staged
 */
export async function agentPins(configurations: readonly PlannedConfiguration[], images: ReadonlyMap<string, ImageOf>, staged: Material, note: (line: string) => void = () => undefined): Promise<{ agents: Record<string, AgentPins>; material: string[] }> {
  const agents: Record<string, AgentPins> = {};
  const material = new Set<string>();
  const told = new Set<string>();
  for (const { configuration, adapter } of configurations) {
    const kept = await keptProbe(adapter, images.get(adapter.image));
    const line = kept && lineAbout(kept);
    if (line !== undefined && !told.has(line)) note(line);
    told.add(line ?? '');
    const digest = kept?.drift.length === 0 ? await staged.put(kept.text) : undefined;
    if (digest !== undefined) material.add(digest);
    agents[configuration.id] = { id: adapter.id, version: adapter.version, probe: digest === undefined ? null : `${MATERIAL_DIR}/${digest}` };
  }
  return { agents, material: [...material] };
}

function lineAbout({ drift, result: { agent, differences } }: KeptProbe): string | undefined {
  if (drift.length > 0) return `${agent}: what \`probe\` found is of ${drift.join(' and ')}, and is not pinned; run \`cleanslate probe ${agent}\` again`;
  return differences.length === 0 ? undefined : `${agent}: its state table is not true of its program, as \`probe\` found; it is pinned with ${String(differences.length)} differences`;
}
