import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { HarnessError } from '../../common/errors.js';
import type { Entry, Inventory } from '../../common/inventory.js';
import type { Said } from '../../gateway/dialects/question.js';
import type { Exit, Running, Sandbox, SandboxProvider, SandboxSpec, StartOptions } from '../../sandbox/sandbox.js';
import { requestModel } from './model-request.js';

/**
 * Where a model is asked without an agent: no sandbox, since nothing of the model's runs on this machine. It has no files, so
 * its initial state is the empty one; its one program is the request itself, in this process, which reaches its model through
 * the gateway like everybody else.
 */
export class RequestProvider implements SandboxProvider {
  readonly kind = 'none';
  readonly isolation = 'none';
  describe = (): Promise<Record<string, string>> => Promise.resolve({});
  imageDigest = (): Promise<null> => Promise.resolve(null);
  create = ({ purpose: { trial, attempt } }: SandboxSpec): Promise<Sandbox> => Promise.resolve(new RequestSandbox(`${trial}/${String(attempt)}`));
  reap = (): Promise<string[]> => Promise.resolve([]);
  close = (): Promise<void> => Promise.resolve();
}

type End = Extract<Exit['reason'], 'deadline' | 'killed'>;

class RequestSandbox implements Sandbox {
  readonly isolation = 'none';
  readonly processes = 'no program is run';
  readonly #abort = new AbortController();
  #ended: Promise<unknown> = Promise.resolve();
  #end: End | undefined;
  #socketPath: string | undefined;
  /** The session, which is one conversation: whoever asks a model has to say again what was said. */
  readonly #conversation: Said[] = [];

  constructor(readonly id: string) {}

  inside = (path: string): string => path;
  watchable = (): Promise<undefined> => Promise.resolve(undefined);
  inventory = (): Promise<Inventory> => Promise.resolve({ strategy: 'walk', entries: [] });
  read = (): Promise<Readable> => Promise.reject(nothingHere());
  isThere = (): Promise<boolean> => Promise.resolve(true);
  outside = (): Promise<undefined> => Promise.resolve(undefined);
  inImage = (): Promise<Entry[]> => Promise.resolve([]);
  plant = (): Promise<void> => Promise.reject(nothingHere());
  attend = (): Promise<null> => Promise.reject(nothingHere());

  /** There is nowhere to put anything: whatever is to be seeded has to be empty. */
  async seed(tar: Readable): Promise<void> {
    for await (const _ of tar);
  }

  async start(argv: readonly string[], options: StartOptions = {}): Promise<Running> {
    await this.hold(options);
    return this.exec(argv, options);
  }

  async hold({ before }: Pick<StartOptions, 'before'> = {}): Promise<void> {
    await before?.({ pid: undefined, helper: () => Promise.reject(nothingHere()), take: (path) => { this.#socketPath = path; } });
  }

  async exec(argv: readonly string[], { stdin, deadline_ms }: StartOptions = {}): Promise<Running> {
    const socketPath = this.#socketPath;
    if (socketPath === undefined) throw new HarnessError('CLEANSLATE_PROVIDER_MISSING', 'a model is to be asked and there is no way to one');
    this.#conversation.push({ role: 'user', text: Buffer.from(stdin ?? []).toString('utf8') });
    const began = performance.now();
    const stdout = new PassThrough();
    const timer = deadline_ms === undefined ? undefined : setTimeout(() => { this.#stop('deadline'); }, deadline_ms);
    const asked = requestModel({ argv, conversation: this.#conversation, socketPath, out: stdout, signal: this.#abort.signal });
    const exit = asked
      .catch((error: unknown) => {
        if (this.#end === undefined) throw error;
        return null;
      })
      .then(async (code): Promise<Exit> => {
        stdout.end();
        await finished(stdout);
        return { reason: this.#end ?? 'exit', code, signal: null, duration_ms: performance.now() - began };
      })
      .catch((error: unknown) => {
        stdout.destroy();
        throw error;
      })
      .finally(() => { clearTimeout(timer); });
    this.#ended = exit.catch(() => undefined);
    return { stdout, stderr: Readable.from([]), exit };
  }

  async kill(): Promise<void> {
    this.#stop('killed');
    await this.#ended;
  }

  destroy = (): Promise<void> => this.kill();

  /** The first cause wins; after the end there is none. */
  #stop(end: End): void {
    this.#end ??= end;
    this.#abort.abort(new Error(end));
  }
}

const nothingHere = (): HarnessError => new HarnessError('CLEANSLATE_NO_SANDBOX', 'a model that is asked without an agent has no sandbox');
