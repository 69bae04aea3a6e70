import { cpus, totalmem, platform, arch, release } from 'node:os';
import { UserError } from '../common/errors.js';
import { discover, type EngineChoice, type Probe } from '../sandbox/discover.js';
import { connect } from '../sandbox/docker/client.js';
import { DockerProvider } from '../sandbox/docker.js';
import { ensureImages } from '../sandbox/images.js';
import { LocalProvider } from '../sandbox/local.js';
import type { SandboxProvider } from '../sandbox/sandbox.js';
import { RequestProvider } from '../trial/outside/request-sandbox.js';
import type { Plan } from './plan.js';
import { servicesOf } from './services.js';

export interface ImageOf {
  reference: string;
  /** `sha256:…`; null for sandboxes that have no image. */
  digest: string | null;
}

/** Where trials run. */
export interface Machine {
  provider: SandboxProvider;
  /** Image folder → reference that the engine has, building those that it has not. Local sandboxes have no images. */
  images(names: readonly string[]): Promise<Map<string, ImageOf>>;
  probes: Probe[];
  warnings: string[];
  close(): Promise<void>;
}

/** Whether anything of a plan runs in a sandbox; models that are asked without an agent need no engine. */
export const needsSandboxes = ({ configurations }: Plan): boolean => configurations.some(({ adapter }) => adapter.outside === undefined);

/** For plans that run nothing on any machine. */
export function noMachine(): Machine {
  const provider = new RequestProvider();
  const images: Machine['images'] = (names) =>
    names.length === 0 ? Promise.resolve(new Map()) : Promise.reject(new TypeError(`nothing runs in ${names.join(', ')}`));
  return { provider, images, close: () => provider.close(), probes: [], warnings: [] };
}

/** Finds the engine and makes it ready. @throws HarnessError where `docker` was asked for and none answers */
export async function openMachine(choice: EngineChoice, log: (line: string) => void): Promise<Machine> {
  const { engine, probes, warnings } = await discover(choice);
  if (engine.kind === 'local') {
    const provider = await LocalProvider.open();
    return { provider, images: (names) => Promise.resolve(new Map(names.map((name) => [name, { reference: name, digest: null }]))), close: () => provider.close(), probes, warnings };
  }
  const { docker, close } = await connect(engine.endpoint);
  const provider = new DockerProvider(engine.endpoint);
  const closeAll = async (): Promise<void> => {
    close();
    await provider.close();
  };
  return { provider, images: (names) => ensureImages(docker, names, { log }), close: closeAll, probes, warnings };
}

/** What the campaign ran on, for campaign.json. */
export async function describeMachine({ provider }: Machine): Promise<Record<string, unknown>> {
  return {
    platform: `${platform()} ${arch()}`,
    kernel: release(),
    cpus: cpus().length,
    memory_mb: Math.round(totalmem() / (1 << 20)),
    node: process.version,
    sandbox: { kind: provider.kind, isolation: provider.isolation, ...(await provider.describe()) },
  };
}

/** An agent that is not ours gets the machine itself only where the user says so (issue: `isolation: none`). */
export function refuseUnisolated({ configurations, file }: Pick<Plan, 'configurations' | 'file'>, { provider }: Machine, allowed: boolean): void {
  if (provider.isolation !== 'none' || allowed) return;
  const foreign = configurations.find(({ adapter }) => !adapter.control && adapter.outside === undefined);
  if (foreign === undefined) return;
  throw new UserError('CLEANSLATE_UNISOLATED', `configuration \`${foreign.configuration.id}\` runs ${foreign.adapter.id}, and nothing here isolates it from this machine`, {
    where: file,
    hint: 'install bubblewrap or start a container engine (`make engine`), or accept the risk with --allow-unisolated',
  });
}

/** The images that a plan needs, made where they are not there yet. Image folder → reference and digest. */
export const imagesFor = ({ configurations, manifest }: Pick<Plan, 'configurations' | 'manifest'>, machine: Machine): Promise<Map<string, ImageOf>> =>
  machine.images(configurations.flatMap(({ adapter, configuration }) => (adapter.outside === undefined ? [adapter.image, ...servicesOf(configuration, manifest).map(({ image }) => image)] : [])));
