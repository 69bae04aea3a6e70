import { resolve } from 'node:path';
import type { Clock } from '../common/clock.js';
import type { ProviderConfig } from './config.js';
import { Pace } from './control/pace.js';
import { parseBaseUrl } from './live/base-url.js';
import { readCredential, type Credential } from './live/credential.js';
import { passthroughUpstream } from './passthrough/passthrough.js';
import type { Provider } from './provider.js';
import { Scrubber, type Secret } from './redact/scrubber.js';
import { readCassette } from './replay/cassette.js';
import { ReplayUpstream } from './replay/replay.js';
import type { Brain } from './scripted/brain.js';
import { readScript } from './scripted/read-script.js';
import { ReaderBrain } from './scripted/reader/reader-brain.js';
import { ScriptBrain } from './scripted/script-brain.js';
import { ScriptedUpstream } from './scripted/scripted.js';
import type { Upstream } from './upstream.js';

export interface ProviderPlace {
  clock: Clock;
  env: NodeJS.ProcessEnv;
  /** Directory that paths of the configuration are relative to. */
  base: string;
  /** Names the configuration in errors. */
  where: string;
  /** Secrets that the recording of a cassette was scrubbed of. */
  secrets?: readonly Secret[];
}

/**
 * Makes a provider ready: reads its credential, script or cassette. Open each provider of a campaign once, so that its pace
 * counts for all attempts; close its upstream at the end.
 * @throws UserError where something of it is missing or wrong
 */
export async function openProvider(name: string, config: ProviderConfig, place: ProviderPlace): Promise<Provider> {
  const credential = (config.mode === 'live' || config.mode === 'passthrough') && config.credential ? await readCredential(config.credential, place.env, place.base, place.where) : null;
  return {
    name,
    upstream: await upstreamOf(config, credential, place),
    pace: new Pace(config.pace, () => place.clock.monotonic()),
    prices: config.prices,
    ...(config.mode === 'passthrough' && config.credential && credential && { inside: { value: credential.value, variable: config.credential.inside } }),
    secrets: credential ? [{ name: credential.name, value: credential.value }] : [],
  };
}

async function upstreamOf(config: ProviderConfig, credential: Credential | null, place: ProviderPlace): Promise<Upstream> {
  switch (config.mode) {
    case 'live': {
      // What opens connections to the world takes a tenth of a second to load, and most campaigns have no use for it.
      const { LiveUpstream } = await import('./live/live.js');
      return new LiveUpstream({ baseUrl: parseBaseUrl(config.base_url, place.where), credential, headers: config.headers, timeout_ms: config.timeout_seconds * 1000 });
    }
    case 'scripted':
      return new ScriptedUpstream({ brain: await brainOf(config.script, place.base), clock: place.clock, models: config.models });
    case 'replay':
      return new ReplayUpstream(await readCassette(resolve(place.base, config.cassette)), new Scrubber(place.secrets ?? []));
    case 'passthrough':
      return passthroughUpstream(config.allow, place.where);
  }
}

const brainOf = async (script: string, base: string): Promise<Brain> =>
  script === 'reader' ? new ReaderBrain() : new ScriptBrain(await readScript(resolve(base, script)));
