import { type Clock, systemClock } from '../common/clock.js';
import { HarnessError } from '../common/errors.js';
import { type Owner, thisProcess } from '../common/owner.js';
import type { Endpoint } from './discovery/endpoint.js';
import { call } from './docker/call.js';
import { type Client, connect } from './docker/client.js';
import { createContainer } from './docker/create.js';
import { DockerSandbox } from './docker/docker-sandbox.js';
import { describeEngine, engineInfo, keepsOwners } from './docker/engine-info.js';
import { factsOf } from './docker/facts.js';
import { imageMissing, statusOf } from './docker/failures.js';
import { Life } from './docker/life.js';
import { reapDead } from './docker/reap.js';
import { removeContainer } from './docker/remove.js';
import { type Baselines, StateView, type Strategy } from './docker/state-view.js';
import { protect } from './guard.js';
import { STATE_ROOT } from './layout.js';
import type { Sandbox, SandboxProvider, SandboxSpec } from './sandbox.js';

export interface DockerProviderOptions {
  /** For tests and benchmarks: use only this way of seeing files, and fail where it does not work. */
  strategy?: Strategy;
  clock?: Clock;
  owner?: Owner;
}

/** Sandboxes as containers of any engine that speaks Docker's API. */
export class DockerProvider implements SandboxProvider {
  readonly kind = 'docker';
  readonly isolation = 'container';
  readonly #clock: Clock;
  readonly #owner: Owner;
  readonly #baselines: Baselines = new Map();
  #client: Promise<Client> | undefined;
  #mayUseUpper: Promise<boolean> | undefined;
  #unprotect: (() => void) | undefined;

  constructor(
    private readonly endpoint: Endpoint,
    private readonly options: DockerProviderOptions = {},
  ) {
    this.#clock = options.clock ?? systemClock;
    this.#owner = options.owner ?? thisProcess();
  }

  async describe(): Promise<Record<string, string>> {
    return { ...(await describeEngine((await this.#connected()).docker)), address: this.endpoint.address };
  }

  async imageDigest(image: string): Promise<string> {
    const { docker } = await this.#connected();
    const { Id } = await call(`looking at image ${image}`, async () => {
      try {
        return await docker.getImage(image).inspect();
      } catch (error) {
        throw statusOf(error) === 404 ? imageMissing(image, error) : error;
      }
    });
    return Id.startsWith('sha256:') ? Id : `sha256:${Id}`;
  }

  /** Errors: CLEANSLATE_IMAGE_MISSING, CLEANSLATE_LIMITS_REFUSED, CLEANSLATE_NAME_CONFLICT, CLEANSLATE_ENGINE_LOST, CLEANSLATE_ENGINE_REFUSED. */
  async create(spec: SandboxSpec): Promise<Sandbox> {
    const client = await this.#connected();
    this.#protect();
    const container = await createContainer(client.docker, spec, this.#owner, this.#clock.now());
    try {
      const facts = factsOf(await call('looking at a sandbox', (abortSignal) => container.inspect({ abortSignal })));
      const state = await StateView.of(container, facts, this.#baselines, await this.#upperAllowed(client));
      if (this.options.strategy === 'upper' && state.strategyFor([`${STATE_ROOT}/x`]) !== 'upper') throw noUpper();
      return new DockerSandbox(client, this.#clock, facts, new Life(container), state);
    } catch (error) {
      await removeContainer(container);
      throw error;
    }
  }

  async reap(): Promise<string[]> {
    return reapDead((await this.#connected()).docker);
  }

  async close(): Promise<void> {
    this.#unprotect?.();
    this.#unprotect = undefined;
    (await this.#client)?.close();
    this.#client = undefined;
  }

  #connected(): Promise<Client> {
    return (this.#client ??= connect(this.endpoint));
  }

  /** Should this process be killed, its containers go with it. */
  #protect(): void {
    this.#unprotect ??= protect(this.#owner, new URL('./docker/reap-after.js', import.meta.url), this.endpoint);
  }

  #upperAllowed({ docker }: Client): Promise<boolean> {
    const isLocal = this.endpoint.socketPath !== undefined;
    this.#mayUseUpper ??= isLocal && this.options.strategy !== 'archive' ? engineInfo(docker).then(keepsOwners) : Promise.resolve(false);
    return this.#mayUseUpper;
  }
}

const noUpper = (): HarnessError =>
  new HarnessError('CLEANSLATE_STRATEGY', "the container's writable layer cannot be read on this machine by this user");
