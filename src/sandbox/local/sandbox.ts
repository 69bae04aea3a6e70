import type { BigIntStats } from 'node:fs';
import type { Readable } from 'node:stream';
import { HarnessError } from '../../common/errors.js';
import type { Entry, Inventory } from '../../common/inventory.js';
import { beneath, isRealDirectory } from '../beneath.js';
import type { Identities } from '../identity.js';
import { WORKSPACE } from '../layout.js';
import type { Isolation, Running, Sandbox, StartOptions } from '../sandbox.js';
import { readTar } from '../tar-read.js';
import { walk } from '../walk.js';
import { type Box, type Confinement, environment, type Program } from './confinement.js';
import type { ControlGroups } from './cgroup.js';
import { Life } from './life.js';
import { removeTree } from './remove-tree.js';
import { FIXED } from './tree.js';
import { unpack } from '../unpack/unpack.js';
import { idsInside, idsOutside } from './user.js';

/** What a provider gives to a sandbox that it makes. */
export interface Parts {
  box: Box;
  confinement: Confinement;
  groups: ControlGroups;
  /** Called last by destroy, when nothing is left but the claim. */
  unclaim: () => void;
}

/** A directory tree of this machine as a sandbox. */
export class LocalSandbox implements Sandbox {
  readonly id: string;
  readonly isolation: Isolation;
  readonly processes: string;
  readonly #life: Life;
  /** Which identities the files of an inventory had: what `since` goes by. */
  readonly #identities = new WeakMap<Inventory, Identities>();

  constructor(private readonly parts: Parts) {
    this.id = parts.box.tree.id;
    this.isolation = parts.confinement.isolation;
    this.processes = parts.confinement.processes;
    this.#life = new Life(parts);
  }

  inside(path: string): string {
    return this.parts.confinement.inside(this.#tree, path);
  }

  watchable(path: string): Promise<string | undefined> {
    const real = beneath(this.#tree.roots, path);
    return Promise.resolve(real !== undefined && isRealDirectory(real) ? real.toString() : undefined);
  }

  async seed(tar: Readable): Promise<void> {
    if (this.#life.started) throw new HarnessError('CLEANSLATE_SANDBOX_STARTED', 'a sandbox is seeded before it starts');
    await this.#unpack(tar);
  }

  async #unpack(tar: Readable): Promise<void> {
    const { user } = this.parts.box;
    const owner = user.dropped ? idsOutside(user) : undefined;
    await unpack(tar, this.#tree.roots, { owner, fixed: FIXED, scratch: this.#tree.dir });
  }

  start(command: readonly string[], options: StartOptions = {}): Promise<Running> {
    return this.#life.first(this.#program(command, options), options);
  }

  async hold(): Promise<void> {
    const idle = await this.#life.first(this.#program(['sleep', 'infinity'], { cwd: '/' }), {});
    idle.stdout.resume();
    idle.stderr.resume();
  }

  exec(command: readonly string[], options: StartOptions = {}): Promise<Running> {
    return this.#life.beside(this.#program(command, options), options);
  }

  attend(command: readonly string[], options: StartOptions = {}): Promise<number | null> {
    return this.#life.attended(this.#program(command, options));
  }

  async inventory(roots: readonly string[], since?: Inventory): Promise<Inventory> {
    this.#mustRest('listed');
    const places = roots.flatMap((path) => {
      const dir = beneath(this.#tree.roots, path);
      return dir === undefined ? [] : [{ path, dir }];
    });
    const known = since && this.#identities.get(since);
    const owner = idsInside(this.parts.box.user);
    const { entries, identities } = await walk(places, { owner, since: known, visit: isCarried });
    const inventory: Inventory = { strategy: 'walk', entries };
    this.#identities.set(inventory, identities);
    return inventory;
  }

  /** Its files are this machine's, and go with `destroy` alone. */
  isThere(): Promise<boolean> {
    return Promise.resolve(true);
  }

  outside(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  inImage(): Promise<Entry[]> {
    return Promise.resolve([]);
  }

  async plant(tar: Readable): Promise<void> {
    await this.kill();
    await this.#unpack(tar);
  }

  read(paths: readonly string[]): Promise<Readable> {
    this.#mustRest('read');
    return Promise.resolve(readTar(this.#tree.roots, paths));
  }

  kill(): Promise<void> {
    return this.#life.end('killed');
  }

  async destroy(): Promise<void> {
    await this.kill();
    await this.parts.groups.remove();
    await removeTree(this.#tree.dir);
    this.parts.unclaim();
  }

  get #tree(): Box['tree'] {
    return this.parts.box.tree;
  }

  #program(argv: readonly string[], { env = {}, cwd = WORKSPACE }: StartOptions): Program {
    return { argv, env: environment(this.parts.confinement, this.#tree, env), cwd: this.inside(cwd) };
  }

  /** Paths are resolved one by one: somebody at work in there could change them under our hands. */
  #mustRest(what: string): void {
    if (this.#life.running)
      throw new HarnessError('CLEANSLATE_SANDBOX_RUNNING', `a sandbox is ${what} before its start or after its end`, { hint: 'kill it first' });
  }
}

/** A socket is nothing without its process, and no archive carries one: no provider's inventory shows any. */
const isCarried = (_path: string, _real: Buffer, stats: BigIntStats): boolean => !stats.isSocket();
