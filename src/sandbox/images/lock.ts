import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` while no other process of this machine does so under the same name.
 * The lock is a socket that listens: the kernel closes it with its process, however that ends, and those who wait
 * are connected to it and so hear of it at once.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const address = socketAddress(`cleanslate-${name}`);
  const server = await acquire(address);
  try {
    return await work();
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
      server.emit('release');
    });
  }
}

async function acquire(address: string): Promise<Server> {
  for (;;) {
    const server = await listen(address);
    if (server !== undefined) return server;
    await holderGone(address);
  }
}

/** The listening server, or undefined where another one holds the address. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((waiting) => {
      waiting.on('error', () => undefined);
      server.once('release', () => waiting.destroy());
    });
    server.setMaxListeners(0);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => { resolve(server); });
  });
}

/** Settles when the holder has let go, or was never there. */
function holderGone(address: string): Promise<void> {
  return new Promise((resolve) => {
    connect(address)
      .resume()
      .on('error', (error: NodeJS.ErrnoException) => {
        // Only a socket file can be there without a process; abstract ones go with theirs.
        if (error.code === 'ECONNREFUSED' && address.startsWith('/')) void unlink(address).catch(() => undefined);
      })
      .on('close', () => { resolve(); });
  });
}

/** Linux has addresses without a file, Windows has pipes; elsewhere it is a file that a crash can leave behind. */
function socketAddress(name: string): string {
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.lock`);
}
