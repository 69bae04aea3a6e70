import type { Sandbox } from '../sandbox/sandbox.js';
import type { AttemptContext } from './context.js';
import type { Planned } from './states.js';
import type { Stopwatch } from './stopwatch.js';

/** The sandboxes of an attempt: a new one for each session, and none left afterwards. */
export class Machines {
  #current: Sandbox | undefined;
  readonly #removals: Promise<void>[] = [];

  constructor(
    private readonly planned: Planned,
    private readonly context: AttemptContext,
    private readonly watch: Stopwatch,
  ) {}

  /** A machine that nothing has ever run in. */
  async next(): Promise<Sandbox> {
    const { trial, attempt } = this.planned;
    const { provider, image, campaign } = this.context;
    const purpose = { campaign, trial: trial.id, attempt };
    this.#current = await this.watch.time('create', () => provider.create({ image: image.reference, limits: trial.limits, purpose }));
    return this.#current;
  }

  /** Ends every process of the current one. */
  async kill(): Promise<void> {
    await this.#current?.kill().catch(() => undefined);
  }

  /** Begins to remove the current one; `removed` waits for it. @param last what is to be done with it before */
  remove(last: () => Promise<void> = () => Promise.resolve()): void {
    const sandbox = this.#current;
    if (!sandbox) return;
    this.#current = undefined;
    const removal = last().finally(() => this.watch.time('destroy', () => sandbox.destroy()));
    removal.catch(() => undefined);
    this.#removals.push(removal);
  }

  /** Removes what is left. Rejects where one could not be removed. */
  async removed(): Promise<void> {
    this.remove();
    await Promise.all(this.#removals);
  }
}
