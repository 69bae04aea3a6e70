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
import { walk } from '../walk.js';
import { isBelow } from '../../common/paths.js';
import { isComplete, isReadable, type Layer, readUpper, upperEntries } from './upper.js';

export const STRATEGIES = ['upper', 'archive'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What an image has below some path, by image id and path. Looked up once for each. */
export type Baselines = Map<string, Promise<Entry[]>>;

/** Sees the files of one container, by the cheapest strategy that works; all of them see the same. */
export class StateView {
  readonly #identities = new WeakMap<Inventory, Identities>();

  private constructor(
    private readonly container: Container,
    private readonly facts: Facts,
    /** Set where the writable layer can be read on this machine. */
    private readonly local: Layer | undefined,
    private readonly baselines: Baselines,
  ) {}

  /** `container` is fresh: nothing has been put into it. `mayUseUpper` is false for engines whose files cannot be ours to read. */
  static async of(container: Container, facts: Facts, baselines: Baselines, mayUseUpper: boolean): Promise<StateView> {
    const { upper, imageId } = facts;
    if (!mayUseUpper || upper === undefined || !(await isReadable(upper))) return new StateView(container, facts, undefined, baselines);
    return new StateView(container, facts, { upper, image: await imageEntries(container, imageId, STATE_ROOT, baselines) }, baselines);
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

  /** The writable layer beside all state. Nothing of the container may run. */
  async outside(): Promise<Entry[] | undefined> {
    if (this.local === undefined) return undefined;
    const visit = (path: string): boolean => path !== STATE_ROOT;
    return (await walk([{ path: '/', dir: Buffer.from(this.local.upper) }], { visit })).entries;
  }

  /** The container must be fresh but for what was put into its state and beside these paths. */
  async inImage(paths: readonly string[]): Promise<Entry[]> {
    const lists = await Promise.all(paths.map((path) => imageEntries(this.container, this.facts.imageId, path, this.baselines)));
    return lists.flat();
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

function imageEntries(container: Container, imageId: string, path: string, baselines: Baselines): Promise<Entry[]> {
  const key = `${imageId} ${path}`;
  const known = baselines.get(key) ?? reading(listArchive(archiveOf(container), path));
  baselines.set(key, known);
  known.catch(() => baselines.delete(key));
  return known;
}

const archiveOf =
  (container: Container): OpenArchive =>
  (path) =>
    // Bounded until the answer begins; how long it takes then depends on what is in it.
    call(`reading ${path} of a sandbox`, async () => {
      try {
        return (await container.getArchive({ path })) as Readable;
      } catch (error) {
        if (statusOf(error) === 404 && !/^no such container/i.test(whatItSaid(error))) return undefined;
        throw error;
      }
    });

/** The engine's own words: the client puts words for the status before them, which are "no such container" for any 404. */
function whatItSaid(error: unknown): string {
  const { json, message } = error as { json?: { message?: string }; message?: string };
  return json?.message ?? message?.replace(/^\(HTTP code \d+\) [^-]* - /, '') ?? '';
}

/** An archive that breaks off is an engine that was lost. */
async function reading<T>(entries: Promise<T>): Promise<T> {
  try {
    return await entries;
  } catch (error) {
    throw isLost(error) ? translate(error, 'reading the files of a sandbox') : error;
  }
}
