import { ScriptBrain } from '../../gateway/scripted/script-brain.js';
import { ScriptedUpstream } from '../../gateway/scripted/scripted.js';
import type { Provider } from '../../gateway/provider.js';
import type { AttemptContext } from '../../trial/context.js';
import { preflightScript } from './task.js';

/** Faults of the provider in a row that say enough before anything has begun. */
const FAULTS = 3;
/** Requests of one question about one file; an agent that needs more is not working. */
const REQUESTS = 40;

type Models = NonNullable<AttemptContext['models']>;

/** A script or a recording knows its own task and not this one; every other provider is asked itself. */
export const needsFixedScript = ({ upstream }: Provider): boolean => upstream.mode === 'scripted' || upstream.mode === 'replay';

/** The way to the models, with tight limits. What is used counts against the campaign's caps. */
export function preflightModels({ gateway, providers, limits }: Models, name: string, label: string, clock: AttemptContext['clock']): Models {
  const provider = providers.get(name);
  const fixed = provider && needsFixedScript(provider) ? fixedScript(provider, label, clock) : provider;
  return {
    gateway,
    providers: new Map(fixed ? [[name, fixed]] : []),
    limits: { ...limits, requests: Math.min(limits.requests, REQUESTS), consecutive_faults: Math.min(limits.consecutive_faults, FAULTS) },
  };
}

const fixedScript = (provider: Provider, label: string, clock: AttemptContext['clock']): Provider => ({
  ...provider,
  upstream: new ScriptedUpstream({ brain: new ScriptBrain(preflightScript), clock, models: [label] }),
});
