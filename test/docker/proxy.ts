import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { dirSync } from 'tmp';
import type { Endpoint } from '../../src/sandbox/discover.js';

export interface Proxy {
  endpoint: Endpoint;
  /** From now on the engine is gone: connections are cut, new ones refused. */
  cut(): void;
  /** The same, once the engine has said this many bytes more. */
  cutAfter(bytes: number): void;
  close(): void;
}

/** A way to an engine that can be cut without harm to the engine. */
export async function proxyTo({ socketPath = '' }: Endpoint): Promise<Proxy> {
  const directory = dirSync({ unsafeCleanup: true });
  const sockets = new Set<Socket>();
  let left = Infinity;
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const engine = connect({ path: socketPath, allowHalfOpen: true });
    for (const [from, to] of [[client, engine], [engine, client]] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from));
      from.on('data', (chunk) => {
        if (from === engine) left -= chunk.length;
        if (left < 0) cut();
        else if (!to.write(chunk)) from.pause();
      });
      to.on('drain', () => from.resume());
      from.on('end', () => to.end());
    }
  });
  const path = join(directory.name, 'engine.sock');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const cut = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    endpoint: { address: `unix://${path}`, socketPath: path },
    cut,
    cutAfter: (bytes) => {
      left = bytes;
    },
    close: () => {
      cut();
      directory.removeCallback();
    },
  };
}
