import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { askedService, type AskedService } from '../../../test/support/ask-service.js';
import { HttpProxy } from './http-proxy.js';

const never = new AbortController().signal;

async function listening(answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

const proxyTo = (port: number): HttpProxy => new HttpProxy(() => connect(port, '127.0.0.1'));
const through = (port: number): Promise<AskedService> => askedService((exchange) => (request, response) => proxyTo(port).answer(request, response, exchange(request)));

test('a request goes to the service as it is and to nobody else, its answer comes back as it is, and both are recorded', async () => {
  const { ask, records } = await through(await listening((request, response) => {
    let body = '';
    request.on('data', (chunk) => { body += String(chunk); }).on('end', () => response.writeHead(201, { 'x-kind': 'note' }).end(JSON.stringify({ got: [request.method, request.url, request.headers['x-from'], body] })));
  }));
  const answer = await ask('PUT', '/notes?all=1', '{"text":"hello"}', { 'x-from': 'agent' });
  expect(answer).toMatchObject({ status: 201, headers: { 'x-kind': 'note' }, whole: true });
  expect(JSON.parse(answer.body)).toEqual({ got: ['PUT', '/notes?all=1', 'agent', '{"text":"hello"}'] });
  expect(records).toMatchObject([
    { type: 'request', exchange: 1, by: 'agent', method: 'PUT', target: '/notes?all=1', body: { text: 'hello' } },
    { type: 'response', exchange: 1, status: 201, body: JSON.parse(answer.body) as unknown, complete: true },
  ]);
});

test('an answer that takes its time is heard as it comes', async () => {
  let goOn: () => void = () => undefined;
  const { ask } = await through(await listening((_request, response) => {
    response.write('first ');
    goOn = () => { response.end('second'); };
  }));
  expect(await ask('GET', '/', '', {}, (text) => { if (text === 'first ') goOn(); })).toMatchObject({ body: 'first second', whole: true });
});

test('a service that breaks off is recorded as far as it came, and its agent sees it break', async () => {
  const { ask, records } = await through(await listening((_request, response) => { response.write('half', () => response.destroy()); }));
  expect(await ask('GET', '/')).toMatchObject({ body: 'half', whole: false });
  expect(records.at(-1)).toMatchObject({ type: 'response', status: 200, body: 'half', complete: false });
});

test('a service that is not there is a 502, and not recorded as an answer of its own', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  const { ask, records } = await through(port);
  expect(await ask('GET', '/')).toMatchObject({ status: 502 });
  expect(records.at(-1)).toMatchObject({ status: 502, complete: false });
  expect(await proxyTo(port).ready(300, never)).toBe(false);
});

test('it is ready once it answers anything; one that accepts and says nothing is not, and nobody waits longer than they said', async () => {
  expect(await proxyTo(await listening((_request, response) => { response.writeHead(404).end(); })).ready(5_000, never)).toBe(true);
  const began = performance.now();
  expect(await proxyTo(await listening(() => undefined)).ready(300, never)).toBe(false);
  const gone = new AbortController();
  setTimeout(() => { gone.abort(); }, 50);
  expect(await new HttpProxy(() => connect(1, '127.0.0.1')).ready(60_000, gone.signal)).toBe(false);
  expect(performance.now() - began).toBeLessThan(20_000);
});
