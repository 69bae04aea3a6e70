import { dirname } from 'node:path';
import type { Clock } from '../common/clock.js';
import { UserError } from '../common/errors.js';
import { providerSchema, type ProviderConfig } from '../gateway/config.js';
import { priceFor } from '../gateway/control/spend.js';
import { Gateway } from '../gateway/gateway.js';
import { openProvider } from '../gateway/open-provider.js';
import type { Provider } from '../gateway/provider.js';
import type { Secret } from '../gateway/redact/scrubber.js';
import type { AttemptContext } from '../trial/context.js';
import type { Machine } from './machine.js';
import type { Plan, PlannedConfiguration } from './plan.js';

/** The gateway of a campaign and the providers behind it. */
export interface Models {
  /** For attempts; undefined where no configuration has a model. */
  access: AttemptContext['models'];
  close(): Promise<void>;
}

/** Configurations that may have models, and the manifest that says who answers them. */
export type ModelUsers = Pick<Plan, 'manifest' | 'configurations' | 'file'>;

/**
 * Opens every provider that the plan needs, once: its pace counts for all attempts, and its credential is read here and nowhere else.
 * @param known secrets beside those of the providers
 * @param spent what earlier runs of the campaign have used
 * @throws UserError for a provider that is not there, or has no credential
 */
export async function openModels(plan: ModelUsers, clock: Clock, known: readonly Secret[], spent: { tokens: number; cost_usd: number }): Promise<Models> {
  const { manifest, file } = plan;
  const wanted = providersOf(plan);
  if (wanted.size === 0) return { access: undefined, close: () => Promise.resolve() };
  const providers = new Map<string, Provider>();
  let gateway: Gateway | undefined;
  const close = async (): Promise<void> => {
    await gateway?.close();
    for (const { upstream } of providers.values()) await upstream.close?.();
  };
  try {
    for (const [name, config] of wanted) {
      providers.set(name, await openProvider(name, config, { clock, env: process.env, base: dirname(file), where: `${file} providers.${name}` }));
    }
    const secrets = [...known, ...[...providers.values()].flatMap((provider) => [...provider.secrets])];
    gateway = await Gateway.start({ clock, secrets, caps: manifest.spend, spent });
    return { access: { gateway, providers, limits: manifest.model_limits }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Checks, before anything starts, that every agent has what it needs for its model. */
export function refuseUnreachableModels(plan: Plan, machine: Machine): void {
  providersOf(plan);
  const inMoney = plan.manifest.spend.cost_usd !== undefined || plan.manifest.model_limits.cost_usd !== undefined;
  for (const { configuration, adapter } of plan.configurations) {
    const refuse = (message: string, hint: string): UserError =>
      new UserError('CLEANSLATE_MODEL', `configuration \`${configuration.id}\`: ${message}`, { where: plan.file, hint });
    if (adapter.can && adapter.can.dialect !== null && configuration.model === undefined)
      throw refuse(`${adapter.id} needs a model`, 'give it a `model` with `label` and `provider`');
    const provider = providerOf(plan, { configuration });
    if (adapter.can?.dialect === null && provider?.mode !== 'passthrough')
      throw refuse(`${adapter.id} talks to its own backend only`, 'give it a `model` whose provider has `mode: passthrough`, the hosts that it needs in `allow`, and its `credential`');
    if (provider?.mode === 'passthrough' && provider.credential && provider.credential.inside === undefined && adapter.login === undefined)
      throw refuse(`nothing says where ${adapter.id} looks for its credential`, 'name the environment variable in `credential.inside` of its provider');
    const { model } = configuration;
    if (inMoney && model && provider?.mode === 'live' && !priceFor(provider.prices, model.label))
      throw refuse(`a cap in money cannot hold, since provider \`${model.provider}\` has no price for ${model.label}`, `give it one in \`providers.${model.provider}.prices\`, or cap tokens`);
    if (adapter.control && configuration.model !== undefined) throw refuse(`${adapter.id} asks no model`, 'remove its `model`');
    if (configuration.model !== undefined && adapter.outside === undefined && machine.provider.kind !== 'docker')
      throw refuse('an agent reaches its model from containers only', 'start a container engine, such as the one of `make engine`, or ask the model without an agent (`agent: model`)');
  }
}

/** Provider name → its configuration, for every configuration that has a model. */
function providersOf(plan: ModelUsers): Map<string, ProviderConfig> {
  const wanted = new Map<string, ProviderConfig>();
  for (const one of plan.configurations) {
    const config = providerOf(plan, one);
    const name = one.configuration.model?.provider;
    if (config && name !== undefined) wanted.set(name, together(wanted.get(name), config, one, plan.file));
  }
  return wanted;
}

/** The provider of a configuration; undefined where it has no model. @throws UserError for one that is not there */
export function providerOf({ manifest, file }: Pick<Plan, 'manifest' | 'file'>, one: Pick<PlannedConfiguration, 'configuration'>): ProviderConfig | undefined {
  const { model, id } = one.configuration;
  if (model === undefined) return undefined;
  const config = manifest.providers[model.provider] ?? scripted(one);
  if (config) return config;
  const known = [...Object.keys(manifest.providers), 'scripted'].join(', ');
  throw new UserError('CLEANSLATE_PROVIDER_UNKNOWN', `configuration \`${id}\`: unknown provider \`${model.provider}\``, { where: file, hint: `known: ${known}` });
}

/** Configurations that share `scripted` share one script, and their labels are the models that it has. */
function together(before: ProviderConfig | undefined, config: ProviderConfig, { configuration }: PlannedConfiguration, where: string): ProviderConfig {
  if (before === undefined || before === config || before.mode !== 'scripted' || config.mode !== 'scripted') return config;
  if (before.script === config.script) return { ...config, models: [...new Set([...before.models, ...config.models])] };
  const hint = 'give each script a provider of its own, `{ mode: scripted, script: … }`, below `providers`';
  throw new UserError('CLEANSLATE_MODEL', `configuration \`${configuration.id}\`: provider \`scripted\` has another script in an earlier one`, { where, hint });
}

/** `provider: scripted` needs no entry: it is the deterministic model that comes with the program. */
function scripted({ configuration: { model } }: Pick<PlannedConfiguration, 'configuration'>): ProviderConfig | undefined {
  if (model?.provider !== 'scripted') return undefined;
  return providerSchema.parse({ mode: 'scripted', script: model.script ?? 'reader', models: [model.label] });
}
