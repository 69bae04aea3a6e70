import { createServer, type IncomingMessage, type Server } from 'node:http';
import { rm } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import { HarnessError, messageOf } from '../../common/errors.js';
import { Exchange } from './exchange.js';
import { refuseMalformed, refuseUpgrade, tunnel } from './odd.js';
import type { AttemptState } from './state.js';

/** Codex describes its turn in headers. */
const MAX_HEADERS = 128 * 1024;

/**
 * One attempt's own door to the gateway. Whoever comes through it is that attempt: nothing in the request has to say so,
 * and so nothing in the sandbox differs from one attempt to the next.
 */
export class OpenAttempt {
  readonly #server: Server;
  readonly #underWay = new Set<Promise<void>>();
  readonly #raw = new Set<Duplex>();
  #closed: Promise<void> | undefined;

  constructor(
    private readonly state: AttemptState,
    /** A unix socket that only this user can reach. */
    readonly socketPath: string,
    private readonly onClose: () => void,
  ) {
    this.#server = createServer({ maxHeaderSize: MAX_HEADERS, requestTimeout: 0, keepAliveTimeout: 60_000 }, (request, response) => {
      this.#track(new Exchange(state, request, response).run());
    });
    this.#server.on('upgrade', (request, socket) => this.#odd(socket, refuseUpgrade(state, describe(request), socket)));
    this.#server.on('connect', (request, socket, head) => this.#odd(socket, tunnel(state, describe(request), socket, head)));
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      // Clients leave their idle connections like this.
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else this.#odd(socket, refuseMalformed(state, messageOf(error), socket));
    });
  }

  /** Begins to listen. @throws HarnessError CLEANSLATE_GATEWAY_SOCKET */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const failed = (cause: Error): void => {
        const hint = 'check that the directory for temporary files is writable and its path is short';
        reject(new HarnessError('CLEANSLATE_GATEWAY_SOCKET', 'cannot listen for an attempt', { where: this.socketPath, hint, cause }));
      };
      this.#server.once('error', failed);
      this.#server.listen(this.socketPath, () => {
        this.#server.removeListener('error', failed);
        resolve();
      });
    });
  }

  /** Serves one connection that came some other way, such as through a relay's standard streams. */
  handle(connection: Duplex): void {
    this.#server.emit('connection', connection);
  }

  /** The session that records belong to from now on, from 1. */
  set session(number: number) {
    this.state.session = number;
  }

  get session(): number {
    return this.state.session;
  }

  /** What the attempt has used so far. */
  get spent(): { tokens: number; cost_usd: number } {
    return this.state.budget.spent;
  }

  /** Whether what the agent asked its model can be seen; not where it talks to its own backend through a tunnel. */
  get witness(): 'present' | 'absent' {
    return this.state.provider.upstream.mode === 'passthrough' ? 'absent' : 'present';
  }

  /** Ends what is under way, between two sessions; every record of it is written when this resolves. */
  async rest(): Promise<void> {
    this.#server.closeAllConnections();
    for (const socket of this.#raw) socket.destroy();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.state.written();
  }

  /** Ends what is under way. Every record is written when this resolves. May be called twice. */
  close(): Promise<void> {
    this.#closed ??= this.#shut();
    return this.#closed;
  }

  async #shut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await this.rest();
    await closed;
    await this.state.stop();
    await rm(this.socketPath, { force: true });
    this.onClose();
  }

  #odd(socket: Duplex, work: Promise<void>): void {
    this.#raw.add(socket);
    socket.once('close', () => this.#raw.delete(socket));
    this.#track(work);
  }

  #track(work: Promise<void>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => this.state.signal('harness', `the gateway failed: ${messageOf(error)}`))
      .finally(() => this.#underWay.delete(tracked));
    this.#underWay.add(tracked);
  }
}

const describe = (request: IncomingMessage): { method: string; target: string; headers: NodeJS.Dict<string | string[]> } => ({
  method: request.method ?? '', target: request.url ?? '', headers: request.headers,
});
