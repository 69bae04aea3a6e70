import type { AgentAdapter } from '../agents/adapter.js';
import { UserError } from '../common/errors.js';
import type { Place } from '../common/place.js';
import type { Configuration, Manifest } from '../protocol/manifest.js';
import type { Resets } from '../protocol/resets.js';
import { imageNames } from '../sandbox/images.js';
import type { PlannedService } from '../trial/planned.js';
import type { Machine } from './machine.js';
import type { Plan } from './plan.js';

type Services = Pick<Manifest, 'services'>;

/** The services of a configuration, in its order. Those that the manifest does not have are refused by `checkServices`. */
export const servicesOf = ({ services: names = [] }: Pick<Configuration, 'services'>, { services = {} }: Services): PlannedService[] =>
  names.flatMap((name) => { const spec = services[name]; return spec ? [{ name, ...spec }] : []; });

/** Refuses services whose image is not there. @param place names a place in the manifest */
export function checkServiceImages({ services = {} }: Services, place: Place): void {
  const images = imageNames();
  for (const [name, { image }] of Object.entries(services)) {
    if (!images.includes(image)) throw new UserError('CLEANSLATE_IMAGE_UNKNOWN', `there is no image \`${image}\``, { where: place(['services', name, 'image']), hint: `the folders of images/ are ${images.join(', ')}` });
  }
}

/**
 * Refuses services that a configuration's agent cannot have.
 * @param place names a place in the configuration
 * @throws UserError CLEANSLATE_SERVICE
 */
export function checkServices(configuration: Configuration, adapter: AgentAdapter, manifest: Services, place: Place): void {
  const { services: names = [], id } = configuration;
  const refuse = (path: PropertyKey[], message: string, hint: string): UserError => new UserError('CLEANSLATE_SERVICE', `configuration \`${id}\`: ${message}`, { where: place(['services', ...path]), hint });
  if (names.length > 0 && adapter.outside !== undefined) throw refuse([], `${adapter.id} has no sandbox that a service could be reached from`, 'remove `services`, or use an agent');
  if (names.length > 0 && adapter.control) throw refuse([], `${adapter.id} calls no service`, 'remove `services`, or use an agent that does');
  const ports = new Map<number, string>();
  for (const [index, name] of names.entries()) {
    const service = manifest.services?.[name];
    const known = Object.keys(manifest.services ?? {});
    if (service === undefined) throw refuse([index], `there is no service \`${name}\``, known.length === 0 ? 'describe it below `services` of the manifest' : `known: ${known.join(', ')}`);
    const other = ports.get(service.port);
    if (other === name) throw refuse([index], `service \`${name}\` is listed twice`, 'remove one');
    if (other !== undefined) throw refuse([index], `services \`${other}\` and \`${name}\` both have port ${String(service.port)}`, 'give one of them another `port`');
    ports.set(service.port, name);
    if (service.protocol !== 'http' && adapter.can && adapter.can.mcp !== true)
      throw refuse([index], `${adapter.id} cannot be given an MCP server`, 'remove it from `services`; `cleanslate agents` says which agents take one');
  }
}

/**
 * Refuses `service: declared` where nothing runs whose state could be kept: a result would be taken for one with memory.
 * @throws UserError CLEANSLATE_SERVICE
 */
export function checkServiceResets({ configurations, tasks, battery }: Manifest, place: Place): void {
  const without = configurations.map(({ services = [] }) => services.length === 0);
  const anywhere = without.every(Boolean) ? resetsIn({ tasks, battery }) : [];
  const own = configurations.flatMap(({ resets }, index) => (without[index] && resets ? [{ path: ['configurations', index], resets }] : []));
  const wrong = [...anywhere, ...own].find(({ resets }) => resets.service === 'declared');
  if (wrong) throw new UserError('CLEANSLATE_SERVICE', 'no service runs here whose state could be kept', { where: place([...wrong.path, 'resets', 'service']), hint: 'remove it, or name a service in `services` of the configuration' });
}

/** Resets of tasks, sessions and the battery, each with its place. */
function resetsIn({ tasks, battery }: Pick<Manifest, 'tasks' | 'battery'>): { path: PropertyKey[]; resets: Resets }[] {
  const found: { path: PropertyKey[]; resets: Resets | undefined }[] = tasks.flatMap(({ resets, sessions = [] }, index) => [
    { path: ['tasks', index], resets },
    ...sessions.map((session, number) => ({ path: ['tasks', index, 'sessions', number], resets: session.resets })),
  ]);
  if (typeof battery === 'object') found.push({ path: ['battery'], resets: battery.resets });
  return found.flatMap(({ path, resets }) => (resets ? [{ path, resets }] : []));
}

/** Services run in containers only. @throws UserError CLEANSLATE_SERVICE */
export function refuseUncontained({ configurations, file }: Pick<Plan, 'configurations' | 'file'>, { provider }: Machine): void {
  if (provider.kind === 'docker') return;
  const [first] = configurations.filter(({ configuration: { services = [] } }) => services.length > 0);
  if (first) throw new UserError('CLEANSLATE_SERVICE', `configuration \`${first.configuration.id}\`: services run in containers only`, { where: file, hint: 'start a container engine, such as the one of `make engine`' });
}
