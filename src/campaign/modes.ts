import { PLAIN_REQUEST, type ModelRequestSettings, type Settings } from '../agents/adapter.js';
import { UserError } from '../common/errors.js';
import type { Place } from '../common/place.js';
import { endpointOf } from '../protocol/services.js';
import { RESERVED_PARAMETERS } from '../gateway/dialects/question.js';
import type { Configuration, Manifest, Mode } from '../protocol/manifest.js';
import { servicesOf } from './services.js';

type Providers = Manifest['providers'];

/** How a configuration is asked: as it says, else as its campaign; a model without an agent has no workspace to look at. */
export const modeOf = ({ mode, agent }: Configuration, campaign: Pick<Manifest, 'mode'>): Mode => mode ?? (agent === 'model' ? 'prompt' : campaign.mode);

/** What a configuration sets about its agent. */
export function settingsOf(configuration: Configuration, manifest: Pick<Manifest, 'providers' | 'services'>): Settings {
  const { agent, model, memory } = configuration;
  const { providers } = manifest;
  const mcp = servicesOf(configuration, manifest).filter(({ protocol }) => protocol !== 'http').map((service) => ({ name: service.name, url: endpointOf(service) }));
  return { model: model?.label ?? null, memory: memory.feature, ...(mcp.length > 0 && { mcp }), ...(agent === 'model' && { request: requestOf(configuration, providers) }) };
}

function requestOf({ model }: Configuration, providers: Providers): ModelRequestSettings {
  return {
    dialect: model?.dialect ?? dialectOf(providers[model?.provider ?? '']),
    stream: model?.stream ?? PLAIN_REQUEST.stream,
    parameters: model?.parameters ?? PLAIN_REQUEST.parameters,
  };
}

/** What the vendors' own hosts speak; everything else, local servers first of all, speaks Chat Completions. */
const HOSTS: Readonly<Record<string, ModelRequestSettings['dialect']>> = {
  'api.openai.com': 'openai-responses',
  'api.anthropic.com': 'anthropic-messages',
  'generativelanguage.googleapis.com': 'gemini',
};

function dialectOf(provider: Providers[string] | undefined): ModelRequestSettings['dialect'] {
  const host = provider?.mode === 'live' && URL.canParse(provider.base_url) ? new URL(provider.base_url).host : '';
  return HOSTS[host] ?? PLAIN_REQUEST.dialect;
}

/**
 * Refuses what does not go together with how a configuration is asked.
 * @throws UserError CLEANSLATE_MANIFEST_INVALID
 */
export function checkMode({ agent, mode, model, manual, settle, warmup, image_state }: Configuration, providers: Providers, place: Place): void {
  const refuse = (path: PropertyKey[], message: string, hint: string): UserError => new UserError('CLEANSLATE_MANIFEST_INVALID', message, { where: place(path), hint });
  if (agent !== 'manual' && manual !== undefined) throw refuse(['manual'], `\`manual\` is only for \`agent: manual\`, not for \`${agent}\``, 'remove it');
  if (agent === 'manual' && manual === undefined) throw refuse([], '`agent: manual` needs a `manual:` block with `product` and `version`', 'say which product a person drives');
  if (agent === 'manual' && model !== undefined) throw refuse(['model'], 'a product that a person drives asks no model here', 'name it in `manual.model`');
  const inSandbox = Object.entries({ settle, warmup: warmup.length > 0 ? warmup : undefined, image_state: image_state.length > 0 ? image_state : undefined }).find(([, value]) => value !== undefined)?.[0];
  if (inSandbox !== undefined && (agent === 'model' || agent === 'manual')) throw refuse([inSandbox], `\`${inSandbox}\` is for agents in a sandbox, and \`${agent}\` has none`, 'remove it');
  if (agent !== 'model') {
    const key = (['dialect', 'stream', 'parameters'] as const).find((name) => model?.[name] !== undefined);
    if (key !== undefined) throw refuse(['model', key], `\`${key}\` is only for \`agent: model\`: ${agent} asks its model in its own way`, 'remove it');
    return;
  }
  if (mode === 'workspace') throw refuse(['mode'], 'a model without an agent has no tools to read a workspace with', 'remove `mode`, or use an agent');
  if (model === undefined) throw refuse([], 'agent `model` needs a model', 'give it a `model` with `label` and `provider`');
  if (providers[model.provider]?.mode === 'passthrough')
    throw refuse(['model', 'provider'], 'a provider of mode `passthrough` answers nobody: it is for agents that talk to their own backend', 'use a provider of mode `live`');
  const reserved = Object.keys(model.parameters ?? {}).find((name) => RESERVED_PARAMETERS.includes(name));
  if (reserved !== undefined) throw refuse(['model', 'parameters', reserved], `\`${reserved}\` cannot be set: the prompt alone is asked, without tools and without state`, 'remove it');
}
