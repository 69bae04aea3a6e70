import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Listener {
  port: number;
  /** Bytes that arrived, over all connections; one entry for each connection. */
  heard: Buffer[];
}

/** A TCP server of the test's own on this machine, gone when the test is over. */
export async function listen(host: string, serve: (socket: Socket) => void = () => undefined): Promise<Listener> {
  const heard: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    const at = heard.push(Buffer.alloc(0)) - 1;
    socket.on('data', (chunk) => { heard[at] = Buffer.concat([heard[at] ?? Buffer.alloc(0), chunk]); });
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    serve(socket);
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, heard };
}

/** Counts datagrams that come to this machine. */
export async function listenForDatagrams(): Promise<Listener> {
  const heard: Buffer[] = [];
  const socket = createSocket('udp4').on('message', (message) => void heard.push(message));
  socket.bind(0, '0.0.0.0');
  await once(socket, 'listening');
  onTestFinished(() => { socket.close(); });
  return { port: socket.address().port, heard };
}

/** Opens a TCP connection and closes it again. */
export async function knock(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

/** Hands a connection on to a Unix socket. */
export const forwardTo = (path: string) => (socket: Socket): void => {
  const onward = connect(path);
  onward.on('error', () => socket.destroy());
  socket.on('close', () => onward.destroy()).pipe(onward).pipe(socket);
};
