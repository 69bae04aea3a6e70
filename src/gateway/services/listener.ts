import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { HarnessError, messageOf } from '../../common/errors.js';
import { ownedDirectory } from '../../common/owned-directory.js';

/** Answers one request of an agent for a service. Whatever it throws becomes a 502. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Where agents come in to ask for a service: a unix socket that only this user can reach, and connections that came some other way. */
export class ServiceListener {
  readonly #server;
  readonly #directory = ownedDirectory('sv');
  readonly #underWay = new Set<Promise<void>>();

  constructor(answer: Answer) {
    this.#server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (request, response) => {
      const work: Promise<void> = answer(request, response)
        .catch((error: unknown) => { refuse(response, 502, messageOf(error)); })
        .finally(() => this.#underWay.delete(work));
      this.#underWay.add(work);
    });
  }

  get socketPath(): string {
    return join(this.#directory.path, 's.sock');
  }

  /** @throws HarnessError CLEANSLATE_SERVICE_SOCKET */
  async listen(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', (cause) => { reject(new HarnessError('CLEANSLATE_SERVICE_SOCKET', 'cannot listen for a service', { where: this.socketPath, cause })); });
      this.#server.listen(this.socketPath, resolve);
    });
  }

  /** Serves one connection that came through a relay's standard streams. */
  handle(connection: Duplex): void {
    this.#server.emit('connection', connection);
  }

  /** Breaks every connection, and waits for what was being answered. */
  async rest(): Promise<void> {
    this.#server.closeAllConnections();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => { resolve(); }));
    await this.rest();
    await closed;
    await rm(this.socketPath, { force: true });
    this.#directory.remove();
  }
}

/** Says no in a line, where the answer has not begun. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
}
