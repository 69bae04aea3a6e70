import { HarnessError } from '../../common/errors.js';
import type { EndReason, Exit, Running, StartOptions } from '../sandbox.js';
import type { Program } from './confinement.js';
import { attend, launch, type Launched } from './launch.js';
import { markOf, type ProcessMark, runs } from './processes.js';
import type { Parts } from './sandbox.js';

/** The processes of one sandbox from the first to the end of all. What ended them is decided once: the first cause wins. */
export class Life {
  #first: ProcessMark | undefined;
  #cause: EndReason | undefined;
  #ending: Promise<void> | undefined;
  started = false;

  constructor(private readonly parts: Parts) {}

  get running(): boolean {
    return this.#first !== undefined && runs(this.#first);
  }

  /** Starts the main process; when it ends, all others do. */
  async first(program: Program, options: StartOptions): Promise<Running> {
    if (this.started) throw new HarnessError('CLEANSLATE_SANDBOX_STARTED', 'a sandbox starts once');
    this.started = true;
    const { box, confinement } = this.parts;
    const launched = await launch(confinement.first(box, program), box.tree.dir, options.stdin);
    this.#first = markOf(launched.pid) ?? { pid: launched.pid, started: 'ended' };
    await this.#endIfTooLate();
    return this.#watch(launched, options, true);
  }

  /** Starts a further process in the same namespaces. */
  async beside(program: Program, options: StartOptions): Promise<Running> {
    const { box, confinement } = this.parts;
    if (this.#first === undefined || this.#cause !== undefined)
      throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'nothing can be started in a sandbox that does not run');
    const launched = await launch(await confinement.beside(box, program, this.#first), box.tree.dir, options.stdin);
    await this.#endIfTooLate();
    return this.#watch(launched, options, false);
  }

  /** Starts a further process on the standard streams of this one, in its session, so that a terminal goes on working. */
  async attended(program: Program): Promise<number | null> {
    const { box, confinement } = this.parts;
    if (this.#first === undefined || this.#cause !== undefined)
      throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'nothing can be started in a sandbox that does not run');
    return attend(await confinement.beside(box, program, this.#first));
  }

  /** Ends every process; resolves when none is left. */
  async end(cause: EndReason): Promise<void> {
    this.#cause ??= cause;
    this.started = true; // What was ended before it began does not begin any more.
    if (this.#first === undefined) return;
    this.#ending ??= this.parts.confinement.endAll(this.parts.box, this.#first);
    await this.#ending;
  }

  #watch(launched: Launched, { deadline_ms }: StartOptions, isFirst: boolean): Running {
    const begun = performance.now();
    const kills = this.parts.groups.oomKills;
    const expiry = deadline_ms === undefined ? undefined : this.#expiry(deadline_ms);
    const exit = async (): Promise<Exit> => {
      const { code, signal } = await launched.ended;
      expiry?.cancel();
      const duration_ms = performance.now() - begun;
      const oom = signal === 'SIGKILL' && this.parts.groups.oomKills > kills;
      const reason = this.#cause ?? (oom ? 'oom' : this.#ownEnd(isFirst));
      if (isFirst || this.#cause !== undefined) await this.end(reason);
      await launched.complete;
      return { reason, code, signal, duration_ms };
    };
    const settled = expiry === undefined ? exit() : Promise.race([exit(), expiry.failed]);
    settled.catch(() => undefined); // For the caller to await.
    return { stdout: launched.stdout, stderr: launched.stderr, exit: settled };
  }

  /** Ends the sandbox after `deadline_ms`; `failed` rejects if that cannot be done. */
  #expiry(deadline_ms: number): { cancel: () => void; failed: Promise<never> } {
    let timer: NodeJS.Timeout | undefined;
    const failed = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.end('deadline').catch(reject);
      }, deadline_ms);
    });
    failed.catch(() => undefined);
    return { cancel: () => { clearTimeout(timer); }, failed };
  }

  /** The end may have come while a process was being started. */
  async #endIfTooLate(): Promise<void> {
    if (this.#cause === undefined || this.#first === undefined) return;
    await this.parts.confinement.endAll(this.parts.box, this.#first);
  }

  /** A further process that ended because the first one did was taken along, and did not end by itself. */
  #ownEnd(isFirst: boolean): EndReason {
    return isFirst || this.running ? 'exit' : 'sandbox-lost';
  }
}
