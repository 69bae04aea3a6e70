import { MATERIAL_DIR } from '../../evidence/layout.js';
import type { Material } from '../../evidence/material.js';
import type { ImageOf } from '../machine.js';
import type { PlannedConfiguration } from '../plan.js';
import { keptProbe } from './kept.js';

/** What is pinned of a configuration's agent. */
export interface AgentPins {
  id: string;
  version: string;
  /** `material/<sha256>` of what `probe` found of this very image, version and table; null where it was not probed on this machine. */
  probe: string | null;
}

/**
 * Pins of every configuration's agent. What a probe found goes into `staged`.
 * @returns the pins by configuration, and the digests of what was staged
 */
export async function agentPins(configurations: readonly PlannedConfiguration[], images: ReadonlyMap<string, ImageOf>, staged: Material): Promise<{ agents: Record<string, AgentPins>; material: string[] }> {
  const agents: Record<string, AgentPins> = {};
  const material = new Set<string>();
  for (const { configuration, adapter } of configurations) {
    const text = await keptProbe(adapter, images.get(adapter.image));
    const digest = text === undefined ? undefined : await staged.put(text);
    if (digest !== undefined) material.add(digest);
    agents[configuration.id] = { id: adapter.id, version: adapter.version, probe: digest === undefined ? null : `${MATERIAL_DIR}/${digest}` };
  }
  return { agents, material: [...material] };
}
