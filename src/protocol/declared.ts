import { z } from 'zod';
import type { Configuration, Manifest } from './manifest.js';

const text = z.string().min(1);

/** How a product is reached: by an account of its maker's interface for programs, by a subscription, or on the machine that runs the campaign. */
export const accessSchema = z.enum(['api', 'subscription', 'local']);

/** What a configuration can say of its product, and nothing here can check (methodology, "Pin every tested configuration"). */
export const declaredSchema = {
  product: text.optional().describe('The product under test, as its maker calls it; else the agent.'),
  access: accessSchema.optional().describe('How it is reached; else what its provider says.'),
  system_instructions: text.optional().describe('What it is told besides its prompts and its files, or who tells it; else that nothing is added here.'),
  tools: text.optional().describe('What the agent may use; else that it has what its adapter starts it with.'),
};

/** The same of every configuration, defaults filled in. */
export interface Declared {
  product: string;
  /** One of the manifest's; else the mode of its provider (`scripted`, `replay`), `by hand`, or `no model`. */
  access: string;
  system_instructions: string;
  tools: string;
}

/** What a configuration says of itself, or what is known of it where it says nothing. */
export function declaredOf(configuration: Configuration, providers: Manifest['providers']): Declared {
  const { agent, manual, product, access, system_instructions, tools } = configuration;
  return {
    product: product ?? manual?.product ?? agent,
    access: access ?? (agent === 'manual' ? 'by hand' : accessBy(configuration, providers)),
    system_instructions: system_instructions ?? 'none added by the harness',
    tools: tools ?? (agent === 'model' ? 'none' : agent === 'manual' ? (manual?.settings ?? 'not declared') : 'as its adapter starts it'),
  };
}

function accessBy({ model }: Configuration, providers: Manifest['providers']): string {
  if (model === undefined) return 'no model';
  const provider = providers[model.provider];
  if (provider === undefined) return 'scripted';
  if (provider.mode === 'passthrough') return 'subscription';
  return provider.mode !== 'live' ? provider.mode : isLocal(provider.base_url) ? 'local' : 'api';
}

const isLocal = (url: string): boolean => URL.canParse(url) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|host\.docker\.internal)$/.test(new URL(url).hostname);
