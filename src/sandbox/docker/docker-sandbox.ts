import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Clock } from '../../common/clock.js';
import { HarnessError } from '../../common/errors.js';
import type { Entry, Inventory } from '../../common/inventory.js';
import type { Running, Sandbox, StartOptions } from '../sandbox.js';
import { attend } from './attended.js';
import type { Client } from './client.js';
import { startExec } from './exec-process.js';
import type { Facts } from './facts.js';
import { isThere } from './fate.js';
import type { Life } from './life.js';
import { holdMain, startMain } from './main-process.js';
import { removeContainer } from './remove.js';
import { seedContainer } from './seed.js';
import type { StateView } from './state-view.js';
import { watchable } from './watch.js';

/** One container. Made by DockerProvider. */
export class DockerSandbox implements Sandbox {
  readonly id: string;
  readonly isolation = 'container';
  readonly processes = 'state of the container';
  #isUsed = false;
  #held: Socket | undefined;
  #removal: Promise<void> | undefined;

  constructor(
    private readonly client: Client,
    private readonly clock: Clock,
    private readonly facts: Facts,
    private readonly life: Life,
    private readonly state: StateView,
  ) {
    this.id = life.container.id;
  }

  inside(path: string): string {
    return path;
  }

  watchable(path: string): Promise<string | undefined> {
    return watchable(this.life.container, path);
  }

  async seed(tar: Readable): Promise<void> {
    if (this.#isUsed) throw misuse('seeded after its start');
    await seedContainer(this.life.container, this.state.seedable, tar);
  }

  async start(command: readonly string[], options: StartOptions = {}): Promise<Running> {
    this.#use();
    return startMain(this.client, this.life, this.clock, this.facts.path, command, options);
  }

  async hold({ before }: Pick<StartOptions, 'before'> = {}): Promise<void> {
    this.#use();
    this.#held = await holdMain(this.client, this.life, before);
  }

  async exec(command: readonly string[], options: StartOptions = {}): Promise<Running> {
    if (!this.life.isStarted) throw misuse('given a command before its start');
    return startExec(this.client, this.life, this.clock, this.facts.path, command, options);
  }

  async attend(command: readonly string[], options: StartOptions = {}): Promise<number | null> {
    if (!this.life.isStarted) throw misuse('given a command before its start');
    return attend(this.client, this.life, this.facts.path, command, options);
  }

  inventory(roots: readonly string[], since?: Inventory): Promise<Inventory> {
    return this.state.inventory(roots, since);
  }

  isThere(): Promise<boolean> {
    return isThere(this.life.container);
  }

  outside(): Promise<Entry[] | undefined> {
    return this.state.outside();
  }

  inImage(paths: readonly string[]): Promise<Entry[]> {
    return this.state.inImage(paths);
  }

  async plant(tar: Readable): Promise<void> {
    await this.life.endAndProve();
    await seedContainer(this.life.container, this.state.seedable, tar);
  }

  read(paths: readonly string[]): Promise<Readable> {
    return Promise.resolve(this.state.read(paths));
  }

  kill(): Promise<void> {
    return this.life.endAndProve();
  }

  destroy(): Promise<void> {
    this.#removal ??= this.#remove().catch((error: unknown) => {
      this.#removal = undefined; // so that it can be tried again
      throw error;
    });
    return this.#removal;
  }

  async #remove(): Promise<void> {
    this.life.willBeRemoved();
    await removeContainer(this.life.container);
    this.#held?.destroy();
  }

  #use(): void {
    if (this.#isUsed) throw misuse('started twice');
    this.#isUsed = true;
  }
}

const misuse = (what: string): HarnessError => new HarnessError('CLEANSLATE_SANDBOX_MISUSE', `a sandbox was ${what}`);
