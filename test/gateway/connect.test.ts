import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/common/errors.js';
import { provide, serve } from '../support/gateway.js';

async function echoServer(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function tunnel(socketPath: string, target: string): Promise<{ socket: Socket; status: string }> {
  const socket = connect(socketPath);
  socket.on('error', () => undefined);
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  return { socket, status: head.toString().split('\r\n', 1)[0] ?? '' };
}

test('a listed host is reached, and only bytes are counted', async () => {
  const port = await echoServer();
  const served = await serve({ mode: 'passthrough', allow: [`127.0.0.1:${String(port)}`] });
  const { socket, status } = await tunnel(served.attempt.socketPath, `127.0.0.1:${String(port)}`);
  expect(status).toBe('HTTP/1.1 200 Connection Established');
  socket.write('secret in the tunnel');
  const [back] = (await once(socket, 'data')) as [Buffer];
  expect(back.toString()).toBe('secret in the tunnel');
  socket.end();
  await once(socket, 'close');
  const response = await served.onlyResponse();
  expect(response).toMatchObject({ status: 200, tunnel: { up: 20, down: 20 }, fault: null });
  expect(JSON.stringify(served.records)).not.toContain('secret in the tunnel');
  expect(served.attempt.witness).toBe('absent');
});

test.each(['127.0.0.1:{other}', 'example.invalid:443', 'localhost:{port}', '169.254.169.254:80'])('%s is not listed: refused and recorded', async (pattern) => {
  const port = await echoServer();
  const other = await echoServer();
  const target = pattern.replace('{other}', String(other)).replace('{port}', String(port));
  const served = await serve({ mode: 'passthrough', allow: [`127.0.0.1:${String(port)}`] });
  const { status } = await tunnel(served.attempt.socketPath, target);
  expect(status).toBe('HTTP/1.1 403 Forbidden');
  expect(await served.onlyResponse()).toMatchObject({ status: 403, fault: { kind: 'host-refused', message: expect.stringContaining(target) as string } });
});

test('a listed host that is not there is a fault of the provider', async () => {
  const served = await serve({ mode: 'passthrough', allow: ['127.0.0.1:1'] });
  const { status } = await tunnel(served.attempt.socketPath, '127.0.0.1:1');
  expect(status).toBe('HTTP/1.1 502 Bad Gateway');
  expect((await served.onlyResponse()).fault).toMatchObject({ kind: 'unreachable', blame: 'provider' });
});

test('no tunnel leads out of any other mode, and no model is in a passthrough', async () => {
  const port = await echoServer();
  const scripted = await serve({ mode: 'scripted' });
  expect((await tunnel(scripted.attempt.socketPath, `127.0.0.1:${String(port)}`)).status).toBe('HTTP/1.1 403 Forbidden');
  expect(scripted.attempt.witness).toBe('present');
  const through = await serve({ mode: 'passthrough', allow: [`127.0.0.1:${String(port)}`] });
  expect((await through.ask('/v1/messages', { messages: [] })).status).toBe(404);
});

test('closing an attempt ends its tunnels', async () => {
  const port = await echoServer();
  const served = await serve({ mode: 'passthrough', allow: [`127.0.0.1:${String(port)}`] });
  const { socket } = await tunnel(served.attempt.socketPath, `127.0.0.1:${String(port)}`);
  const closed = once(socket, 'close');
  await served.attempt.close();
  await closed;
  expect(served.responses()).toHaveLength(1);
});

test.each(['*.example.com:443', 'example.com', 'example.com:0', 'https://example.com:443'])('an allow-list with %s is the user\'s mistake', async (target) => {
  await expect(provide({ mode: 'passthrough', allow: [target] })).rejects.toThrow(UserError);
});
