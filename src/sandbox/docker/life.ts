import type { Container } from 'dockerode';
import { HarnessError } from '../../common/errors.js';
import type { EndReason } from '../sandbox.js';
import { call } from './call.js';
import { stateOf } from './fate.js';
import { statusOf } from './failures.js';
import { exitStatus } from './wait.js';

type Cause = Extract<EndReason, 'deadline' | 'killed'>;

const KILL_PATIENCE_MS = 30_000;

/**
 * Whether a container's processes run, and which of us ended them: the first who did.
 * Killing PID 1 of a PID namespace ends everything in it, sessions and orphans included, and the engine reports the
 * end only when the kernel has done so.
 */
export class Life {
  /** Set while and after we end it; stays unset where it had ended by itself. */
  cause: Cause | undefined;
  /** Aborts when we begin to end it. */
  readonly ending: AbortSignal;
  readonly #ending = new AbortController();
  #status: Promise<number | undefined> | undefined;
  #ended = false;
  #fail: (error: unknown) => void = () => undefined;
  readonly #failure = new Promise<never>((_, reject) => {
    this.#fail = reject;
  });

  constructor(readonly container: Container) {
    this.ending = this.#ending.signal;
    this.#failure.catch(() => undefined);
  }

  get isStarted(): boolean {
    return this.#status !== undefined;
  }

  /** To be called once the main process is started. */
  begin(): void {
    this.#status = exitStatus(this.container).then((status) => {
      this.#ended = true;
      return status;
    });
    this.#status.catch(() => undefined);
  }

  /** The main process's status, when nothing of the container runs any more; undefined where it was removed. Rejects when the engine is lost. */
  status(): Promise<number | undefined> {
    return Promise.race([this.#status ?? Promise.reject(new Error('not started')), this.#failure]);
  }

  /** Settles like `use`, but rejects when a deadline could not be enforced. */
  guard<T>(use: Promise<T>): Promise<T> {
    return Promise.race([use, this.#failure]);
  }

  /** Ends everything when time is up. The result calls it off. */
  limit(deadline_ms: number | undefined): () => void {
    if (deadline_ms === undefined) return () => undefined;
    const timer = setTimeout(() => {
      this.end('deadline').catch(this.#fail);
    }, deadline_ms);
    return () => {
      clearTimeout(timer);
    };
  }

  /** We are about to remove the container: what still runs ends by our hand. */
  willBeRemoved(): void {
    if (this.#status === undefined || this.#ended) return;
    this.cause ??= 'killed';
    this.#ending.abort();
  }

  /** Sends SIGKILL to all. Where all had ended already, they keep their own reason. */
  async end(cause: Cause): Promise<void> {
    if (this.#ended || this.#status === undefined) return;
    const before = this.cause;
    this.cause ??= cause;
    try {
      const killing = call('ending a sandbox', (abortSignal) => this.container.kill({ signal: 'SIGKILL', abortSignal }), KILL_PATIENCE_MS);
      this.#ending.abort();
      await killing;
    } catch (error) {
      const status = error instanceof HarnessError ? statusOf(error.cause) : undefined;
      if (status !== 409 && status !== 404) throw error;
      this.cause = before;
    }
  }

  /** Ends everything, and returns when the engine has confirmed that nothing runs. */
  async endAndProve(): Promise<void> {
    if (this.#status === undefined || this.#ended) return;
    await this.end('killed');
    await call('waiting for the end of a sandbox', () => this.status(), KILL_PATIENCE_MS);
    const state = await stateOf(this.container);
    if (state !== undefined && (state.Running || state.Pid !== 0)) {
      throw new HarnessError('CLEANSLATE_STILL_RUNNING', `sandbox ${this.container.id.slice(0, 12)} still runs after SIGKILL (process ${String(state.Pid)})`);
    }
  }
}
