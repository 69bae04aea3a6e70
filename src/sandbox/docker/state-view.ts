import type { Readable } from 'node:stream';
import type { Container } from 'dockerode';
import type { Entry, Inventory } from '../../common/inventory.js';
import { STATE_ROOT } from '../layout.js';
import type { Identities } from '../identity.js';
import { archiveEntries, listArchive, type OpenArchive } from './archive.js';
import { readArchived } from './archive-read.js';
import { call } from './call.js';
import { type Facts, isMounted } from './facts.js';
import { isLost, statusOf, translate } from './failures.js';
import { isBelow } from './scope.js';
import { isComplete, isReadable, type Layer, readUpper, upperEntries } from './upper.js';

export const STRATEGIES = ['upper', 'archive'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What an image has below the parent of all state, by image id. Looked up once for each. */
export type Baselines = Map<string, Promise<Entry[]>>;

/** Sees the files of one container, by the cheapest strategy that works; all of them see the same. */
export class StateView {
  readonly #identities = new WeakMap<Inventory, Identities>();

  private constructor(
    private readonly container: Container,
    private readonly facts: Facts,
    /** Set where the writable layer can be read on this machine. */
    private readonly local: Layer | undefined,
  ) {}

  /** `container` is fresh: nothing has been put into it. `mayUseUpper` is false for engines whose files cannot be ours to read. */
  static async of(container: Container, facts: Facts, baselines: Baselines, mayUseUpper: boolean): Promise<StateView> {
    const { upper, imageId } = facts;
    if (!mayUseUpper || upper === undefined || !(await isReadable(upper))) return new StateView(container, facts, undefined);
    let image = baselines.get(imageId);
    if (image === undefined) {
      image = listArchive(archiveOf(container), STATE_ROOT);
      baselines.set(imageId, image);
      image.catch(() => baselines.delete(imageId));
    }
    return new StateView(container, facts, { upper, image: await image });
  }

  /** What inventories and reads of these roots go by. */
  strategyFor(roots: readonly string[]): Strategy {
    return this.#localFor(roots) === undefined ? 'archive' : 'upper';
  }

  /** The layer, where seeds can be put into it as an engine would: by root, who gives files any owner, over nothing but directories. */
  get seedable(): Layer | undefined {
    const overDirectories = this.local?.image.some(({ path }) => path === STATE_ROOT) && this.local.image.every(({ type }) => type === 'directory');
    return process.geteuid?.() === 0 && overDirectories && !isMounted(this.facts, [STATE_ROOT]) ? this.local : undefined;
  }

  async inventory(roots: readonly string[], since?: Inventory): Promise<Inventory> {
    const local = this.#localFor(roots);
    if (local === undefined) {
      return { strategy: 'archive', entries: await reading(archiveEntries(archiveOf(this.container), roots)) };
    }
    const earlier = since && this.#identities.get(since);
    const { entries, identities } = await upperEntries(local.upper, local.image, roots, earlier);
    const inventory: Inventory = { strategy: 'upper', entries };
    this.#identities.set(inventory, identities);
    return inventory;
  }

  read(paths: readonly string[]): Readable {
    const local = this.#localFor(paths);
    return local ? readUpper(local.upper, paths) : readArchived(archiveOf(this.container), paths);
  }

  #localFor(paths: readonly string[]): Layer | undefined {
    const isState = paths.every((path) => isBelow(path, STATE_ROOT));
    return this.local && isState && !isMounted(this.facts, paths) && isComplete(this.local.image, paths) ? this.local : undefined;
  }
}

const archiveOf =
  (container: Container): OpenArchive =>
  (path) =>
    // Bounded until the answer begins; how long it takes then depends on what is in it.
    call(`reading ${path} of a sandbox`, async () => {
      try {
        return (await container.getArchive({ path })) as Readable;
      } catch (error) {
        if (statusOf(error) === 404 && !/no such container/i.test(String(error))) return undefined;
        throw error;
      }
    });

/** An archive that breaks off is an engine that was lost. */
async function reading<T>(entries: Promise<T>): Promise<T> {
  try {
    return await entries;
  } catch (error) {
    throw isLost(error) ? translate(error, 'reading the files of a sandbox') : error;
  }
}
