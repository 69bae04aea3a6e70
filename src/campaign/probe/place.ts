import type { Clock } from '../../common/clock.js';
import { ownedDirectory } from '../../common/owned-directory.js';
import { Material } from '../../evidence/material.js';
import { Gateway } from '../../gateway/gateway.js';
import { providerSchema } from '../../gateway/config.js';
import { openProvider } from '../../gateway/open-provider.js';
import type { Provider } from '../../gateway/provider.js';
import { Scrubber } from '../../gateway/redact/scrubber.js';
import { ScriptBrain } from '../../gateway/scripted/script-brain.js';
import { ScriptedUpstream } from '../../gateway/scripted/scripted.js';
import { manifestSchema } from '../../protocol/manifest.js';
import type { SandboxProvider } from '../../sandbox/sandbox.js';
import type { AttemptContext } from '../../trial/context.js';
import type { ImageOf } from '../machine.js';
import { probeScript } from './task.js';

export const PROVIDER = 'scripted';

/** Where looks at an agent are run; nothing of it stays. */
export interface ProbePlace {
  context: AttemptContext;
  close(): Promise<void>;
}

export interface PlaceOptions {
  provider: SandboxProvider;
  image: ImageOf;
  /** The model that is asked for. */
  label: string;
  clock: Clock;
  signal: AbortSignal;
}

/** A directory for the evidence, and a gateway with the scripted model behind it. Nothing is left where one of them cannot be had. */
export async function openPlace(options: PlaceOptions): Promise<ProbePlace> {
  const directory = ownedDirectory('probe');
  let gateway: Gateway | undefined;
  const close = async (): Promise<void> => {
    try {
      await gateway?.close();
    } finally {
      directory.remove();
    }
  };
  try {
    gateway = await Gateway.start({ clock: options.clock, secrets: [], caps: {}, spent: { tokens: 0, cost_usd: 0 } });
    return { context: await contextIn(directory.path, gateway, options), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function contextIn(campaignDir: string, gateway: Gateway, { provider, image, label, clock, signal }: PlaceOptions): Promise<AttemptContext> {
  const config = providerSchema.parse({ mode: 'scripted', script: 'reader', models: [label] });
  const opened: Provider = await openProvider(PROVIDER, config, { clock, env: {}, base: '.', where: 'probe' });
  const scripted = { ...opened, upstream: new ScriptedUpstream({ brain: new ScriptBrain(probeScript), clock, models: [label] }) };
  const limits = manifestSchema.shape.model_limits.parse({ requests: 40, consecutive_faults: 3 });
  return {
    campaign: 'probe',
    campaignDir,
    source_commit: null,
    provider,
    image,
    material: await Material.open(campaignDir),
    models: { gateway, providers: new Map([[PROVIDER, scripted]]), limits },
    scrubber: new Scrubber([]),
    clock,
    signal,
  };
}
