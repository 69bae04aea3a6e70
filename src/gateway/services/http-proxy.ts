import { request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchanges.js';

/** Between two looks whether a service listens yet, ms. */
const LOOK_MS = 100;
/** Most of an answer that is held for its record, bytes; all of it goes to the agent. */
const HELD = 4 << 20;

/** Passes requests on to a service that speaks HTTP in a container of its own. */
export class HttpProxy {
  /** @param dial opens a connection to the service's port */
  constructor(private readonly dial: () => Duplex) {}

  /** Answers one request: as it comes, and the answer as it comes. */
  async answer(request: IncomingMessage, response: ServerResponse, exchange: (body: Uint8Array) => Exchange): Promise<void> {
    const body = await buffer(request);
    const record = exchange(body);
    const asking = this.#ask(request.method ?? 'GET', request.url ?? '/', request.headers);
    response.once('close', () => { asking.destroy(); });
    asking.end(body);
    const kept: Buffer[] = [];
    let status = 502;
    let size = 0;
    try {
      const answer = await answered(asking);
      status = answer.statusCode ?? 502;
      const { connection: _hop, 'keep-alive': _alive, ...headers } = answer.headers;
      response.writeHead(status, headers);
      response.flushHeaders();
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        if (size < HELD) kept.push(chunk);
        size += chunk.length;
        if (!response.write(chunk) && !response.destroyed) await new Promise<void>((resolve) => response.once('drain', resolve).once('close', resolve));
      }
      response.end();
      record.end(status, Buffer.concat(kept), true);
    } catch (error) {
      record.end(status, Buffer.concat(kept), false);
      throw error;
    }
  }

  /** Waits until the service answers anything at all. @param patience ms. Resolves with whether it did. */
  async ready(patience: number, gone: AbortSignal): Promise<boolean> {
    const end = performance.now() + patience;
    while (performance.now() < end && !gone.aborted) {
      const asking = this.#ask('GET', '/', {});
      const timer = setTimeout(() => { asking.destroy(); }, Math.max(1, end - performance.now()));
      const ok = await answered(asking.end()).then(() => true, () => false);
      clearTimeout(timer);
      asking.destroy();
      if (ok) return true;
      await sleep(LOOK_MS, undefined, { signal: gone }).catch(() => undefined);
    }
    return false;
  }

  #ask(method: string, path: string, headers: IncomingMessage['headers']): ClientRequest {
    // Without any `agent`, not even `false`: with one, Node connects by itself, to this machine's own port 80.
    return httpRequest({ method, path, headers: { ...headers, connection: 'close' }, createConnection: () => this.dial() as Socket });
  }
}

/** Who notices first that a service is gone, Node or the relay, is a matter of chance: an agent is told the same either way. */
const answered = (asking: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const gone = (cause?: Error): void => { reject(new Error('the service closed the connection', { cause })); };
    asking.once('response', resolve).on('error', gone).once('close', gone);
  });
