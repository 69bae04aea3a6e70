import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { request } from 'node:http';
import { PassThrough, type Duplex } from 'node:stream';
import { execa, execaSync } from 'execa';
import { expect, onTestFinished, test } from 'vitest';
import { Mux } from '../../src/gateway/relay/relay.js';
import { namespaceRelay } from '../../src/gateway/relay/namespace-relay.js';
import { relayFile, stdioRelayCommand } from '../../src/gateway/relay/program.js';
import { StdioRelay } from '../../src/gateway/relay/stdio-relay.js';
import { serve, settled, until, type Reply, type Served } from '../support/gateway.js';

const CHAT = '/v1/chat/completions';
const hello = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] };

/** A free port of the loopback. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The relay as it ships, in a process of its own, in front of a gateway. */
async function relayed(handle?: (connection: Duplex) => void, script = 'reader'): Promise<{ port: number; relay: StdioRelay; served: Served; exited: Promise<unknown> }> {
  const served = await serve({ mode: 'scripted', script }, { base: import.meta.dirname });
  const port = await freePort();
  const [command = '', ...rest] = stdioRelayCommand(`127.0.0.1:${String(port)}`);
  const child = execa(command, rest, { stdin: 'pipe', buffer: false, reject: false });
  const relay = await StdioRelay.start(child, handle ?? ((connection) => served.attempt.handle(connection)));
  onTestFinished(async () => {
    relay.close();
    await child;
  });
  return { port, relay, served, exited: child };
}

function post(port: number, body: unknown): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: CHAT, method: 'POST', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text, broken: false }));
      response.on('error', reject);
    });
    asked.on('error', reject).end(JSON.stringify(body));
  });
}

test('over standard streams: a request and its streamed reply', async () => {
  const { port, served } = await relayed();
  expect(await post(port, hello)).toMatchObject({ status: 200, text: expect.stringContaining('[DONE]') as string });
  expect(await served.onlyResponse()).toMatchObject({ fault: null, complete: true });
});

test('over standard streams: fifty connections at once, with big bodies, none mixed up', async () => {
  const { port, served } = await relayed();
  const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => post(port, { ...hello, model: `m-${String(at)}`, padding: 'ä'.repeat(200_000) })));
  expect(replies.map(({ text }) => /"model":"(m-\d+)"/.exec(text)?.[1])).toEqual(replies.map((_, at) => `m-${String(at)}`));
  await served.attempt.close();
  expect(served.responses()).toHaveLength(50);
});

test('over standard streams: every byte both ways, and each side may end first', async () => {
  const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => (at * 31 + (at >> 8)) & 255));
  const { port } = await relayed((connection) => connection.pipe(connection));
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const got: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => got.push(chunk));
  // Our end reaches the other side, which only then ends too.
  socket.end(bytes);
  await once(socket, 'end');
  expect(Buffer.concat(got).equals(bytes)).toBe(true);
});

test('over standard streams: a connection that nobody reads holds itself back and no other', async () => {
  let [written, stuck] = [0, false];
  const { port } = await relayed((connection) => {
    let first = true;
    connection.once('data', (chunk: Buffer) => {
      if (chunk.toString() === 'small') connection.end('answered');
      else if (first) {
        first = false;
        const fill = (): void => {
          while (written < 50_000_000) {
            written += 65_536;
            if (!connection.write(Buffer.alloc(65_536))) {
              stuck = true;
              connection.once('drain', fill);
              return;
            }
          }
        };
        fill();
      }
    });
  });
  const slow = connect(port, '127.0.0.1', () => slow.write('much'));
  slow.pause();
  await until(() => stuck);
  const quick = connect(port, '127.0.0.1', () => quick.write('small'));
  const [answer] = (await once(quick, 'data')) as [Buffer];
  expect(answer.toString()).toBe('answered');
  await settled(() => written);
  expect(written).toBeLessThan(20_000_000);
  slow.destroy();
});

test('over standard streams: a connection that breaks on one side breaks on the other', async () => {
  let [opened, closed] = [undefined as Duplex | undefined, false];
  const { port } = await relayed((connection) => {
    opened = connection;
    connection.resume().once('close', () => (closed = true));
    connection.write(Buffer.alloc(5_000_000));
  });
  // It leaves in the middle of what it is sent.
  const one = connect(port, '127.0.0.1');
  await once(one, 'data');
  one.destroy();
  await until(() => closed);
  const two: Socket = connect(port, '127.0.0.1');
  two.on('error', () => undefined);
  await once(two, 'data');
  opened?.destroy();
  two.resume();
  await new Promise((resolve) => two.once('close', resolve));
});

test('over standard streams: an agent that gives up is seen to', async () => {
  const { port, served } = await relayed(undefined, 'scripts/hang.yaml');
  const asked = request({ host: '127.0.0.1', port, path: CHAT, method: 'POST', agent: false }).on('error', () => undefined);
  asked.end(JSON.stringify(hello));
  await until(() => served.records.length === 1);
  asked.destroy();
  await until(() => served.records.length === 2);
  expect(served.responses()[0]?.fault).toMatchObject({ kind: 'hang' });
});

test('a relay whose harness is gone ends itself', async () => {
  const { relay, exited } = await relayed();
  relay.close();
  expect(await exited).toMatchObject({ exitCode: 0 });
});

test('a relay that cannot listen says why', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const [command = '', ...rest] = stdioRelayCommand(`127.0.0.1:${String((blocker.address() as { port: number }).port)}`);
  const child = execa(command, rest, { stdin: 'pipe', buffer: false, reject: false });
  await expect(StdioRelay.start(child, () => undefined)).rejects.toMatchObject({ code: 'CLEANSLATE_RELAY', message: expect.stringContaining('EADDRINUSE') as string });
  await child;
});

test('what is no frame breaks the connections and not the harness', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const mux = new Mux(input, output, () => undefined);
  const connection = mux.open();
  input.write('Traceback (most recent call last): this is no relay at all');
  await new Promise((resolve) => connection.once('close', resolve));
  await mux.closed;
});

const canEnter = process.getuid?.() === 0 && execaSync('unshare', ['-n', 'true'], { reject: false }).exitCode === 0;

test.skipIf(!canEnter)('into a network namespace: the gateway is reached, and nothing else is', async () => {
  const served = await serve({ mode: 'scripted' });
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  const inside = execa('unshare', ['-n', 'sh', '-c', 'ip link set lo up && echo up && exec sleep 60'], { buffer: false, reject: false });
  const up = once(inside.stdout, 'data');
  onTestFinished(async () => {
    other.close();
    inside.kill('SIGKILL');
    await inside;
  });
  await up;
  const relay = await namespaceRelay(inside.pid ?? 0, served.attempt.socketPath);
  onTestFinished(() => relay.close());
  const enter = (script: string): Promise<{ stdout?: string }> => execa('nsenter', [`--net=/proc/${String(inside.pid)}/ns/net`, process.execPath, '-e', script]);
  const { stdout: reply } = await enter(`fetch('http://127.0.0.1:8900${CHAT}', { method: 'POST', body: ${JSON.stringify(JSON.stringify(hello))} }).then((r) => r.text()).then(console.log)`);
  expect(reply).toContain('[DONE]');
  const { stdout: blocked } = await enter(`fetch('http://127.0.0.1:${String((other.address() as { port: number }).port)}').then(() => console.log('reached'), (e) => console.log(e.cause.code))`);
  expect(blocked).toBe('ECONNREFUSED');
});

test('the relay in a namespace ends with the harness that started it, however that ends', async () => {
  const child = execa(process.execPath, [relayFile(), 'socket', `127.0.0.1:${String(await freePort())}`, '/nowhere.sock'], { stdin: 'pipe', buffer: false, reject: false });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stderr, 'data'); // ready
  // What the system does to the pipe of a process that was killed.
  child.stdin.destroy();
  expect((await child).exitCode).toBe(0);
});
