import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { send, serve } from '../support/gateway.js';

const CHAT = '/v1/chat/completions';
const hello = { model: 'm', messages: [{ role: 'user', content: 'Grüße, 世界' }] };
/** A zstd frame that holds its content raw: magic, descriptor (one segment, 2-byte size), one last raw block. */
function zstd(content: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x60, 0, 0]);
  head.writeUInt16LE(content.length - 256, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([head, block, content]);
}

const padded = Buffer.from(JSON.stringify({ ...hello, padding: 'x'.repeat(300) }));

test.each([
  ['gzip', gzipSync(padded)], ['br', brotliCompressSync(padded)], ['deflate', deflateSync(padded)], ['zstd', zstd(padded)],
])('a body in %s is understood', async (encoding, body) => {
  const served = await serve({ mode: 'scripted' });
  expect((await served.ask(CHAT, body, { headers: { 'content-encoding': encoding } })).status).toBe(200);
  expect(served.requests()[0]).toMatchObject({ body: hello, bytes: padded.length });
});

test.each([
  ['json', '{"model": "m", "messages": [', {}], ['json', '', {}], ['json', '[1]', {}], ['utf-8', Buffer.from([0x7b, 0xff, 0x7d]), {}],
  ['encoding', 'no gzip', { 'content-encoding': 'gzip' }], ['encoding', 'x', { 'content-encoding': 'lzma' }],
])('a body that is no %s is refused in the dialect, and recorded', async (invalid, body, headers) => {
  const served = await serve({ mode: 'scripted' });
  const { status, text } = await served.ask('/v1/messages', body, { headers });
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
  expect(served.requests()[0]?.invalid).toBe(invalid);
  expect(await served.onlyResponse()).toMatchObject({ source: 'gateway', fault: { kind: 'bad-request' } });
});

test('a body of 50 MB arrives, in chunks, and so does the next one', async () => {
  const served = await serve({ mode: 'scripted' });
  const big = JSON.stringify({ ...hello, padding: 'ü'.repeat(25 * 1024 * 1024) });
  for (let turn = 0; turn < 2; turn += 1) expect((await served.ask(CHAT, big, { headers: { 'transfer-encoding': 'chunked' } })).status).toBe(200);
  expect(served.requests().map(({ bytes }) => bytes)).toEqual([Buffer.byteLength(big), Buffer.byteLength(big)]);
  // The second one is the first one again: its record says so in a few bytes.
  expect(JSON.stringify(served.records[2]).length).toBeLessThan(2000);
});

test.each([['plain', {}, Buffer.alloc(2000)], ['grown from little', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(1_000_000))]])('a body that is too large is refused: %s', async (_, headers, body) => {
  const served = await serve({ mode: 'scripted' }, { limits: { body_bytes: 1500 } });
  const answer = await served.ask(CHAT, body, { headers }).catch((error: NodeJS.ErrnoException) => error.code);
  // A client may still be writing when the connection ends.
  if (typeof answer === 'object') expect(answer.status).toBe(413);
  expect(await served.onlyResponse()).toMatchObject({ status: 413 });
  expect(served.requests()[0]?.invalid).toBe('too-large');
});

test.each([
  ['/v1/nothing', {}, { error: { code: 'not_found' } }],
  ['/v1/nothing', { 'anthropic-version': '2023-06-01' }, { type: 'error', error: { type: 'not_found_error' } }],
  ['/v1beta/files', {}, { error: { status: 'NOT_FOUND', code: 404 } }],
])('unknown path %s with %j: 404 in the dialect that the client speaks', async (target, headers, shape) => {
  const served = await serve({ mode: 'scripted' });
  const { status, text } = await served.ask(target, {}, { headers });
  expect(status).toBe(404);
  expect(JSON.parse(text)).toMatchObject(shape);
  expect(served.requests()[0]).toMatchObject({ operation: 'unknown', target });
  expect((await served.onlyResponse()).fault).toMatchObject({ kind: 'unknown-path', blame: 'agent' });
});

test.each([
  ['/v1/models', {}, { object: 'list', data: [{ id: 'm-1', object: 'model' }] }],
  ['/v1/models/m-1', {}, { id: 'm-1', object: 'model' }],
  ['/v1/models', { 'anthropic-version': '2023-06-01' }, { data: [{ id: 'm-1', type: 'model' }], has_more: false }],
  ['/v1beta/models', {}, { models: [{ name: 'models/m-1' }] }],
])('lists its models: %s %j', async (target, headers, shape) => {
  const served = await serve({ mode: 'scripted', models: ['m-1'] });
  expect(JSON.parse((await served.ask(target, undefined, { headers })).text)).toMatchObject(shape);
});

test.each([['/v1/messages/count_tokens', 'input_tokens'], ['/v1beta/models/m:countTokens', 'totalTokens'], ['/v1/responses/input_tokens', 'input_tokens']])('counts tokens at %s', async (target, key) => {
  const served = await serve({ mode: 'scripted' });
  const { text } = await served.ask(target, { contents: [], messages: [], input: 'x'.repeat(400) });
  expect((JSON.parse(text) as Record<string, number>)[key]).toBeGreaterThan(100);
});

test('HEAD is answered without a body', async () => {
  const served = await serve({ mode: 'scripted' });
  expect(await served.ask('/', undefined, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  expect(await served.ask('/v1/models', undefined, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

/** What comes back for raw bytes, until the connection ends. */
function raw(socketPath: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let back = '';
    const socket = connect(socketPath, () => socket.write(text));
    socket.on('data', (chunk) => (back += chunk.toString('latin1')));
    socket.on('close', () => resolve(back));
    socket.on('error', reject);
  });
}

test('`expect: 100-continue` gets its go-ahead', async () => {
  const served = await serve({ mode: 'scripted' });
  const body = JSON.stringify(hello);
  const back = await raw(served.attempt.socketPath, `POST ${CHAT} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\n\r\n${body}`);
  expect(back).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
});

test('a websocket is refused cleanly and recorded', async () => {
  const served = await serve({ mode: 'scripted' });
  const back = await raw(served.attempt.socketPath, 'GET /v1/responses HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n');
  expect(back).toMatch(/^HTTP\/1\.1 426 /);
  expect(await served.onlyResponse()).toMatchObject({ status: 426 });
  expect(served.requests()[0]).toMatchObject({ operation: 'upgrade', target: '/v1/responses' });
});

test('what is no HTTP, and a request meant for a proxy, are refused and recorded', async () => {
  const served = await serve({ mode: 'scripted' });
  expect(await raw(served.attempt.socketPath, '\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await raw(served.attempt.socketPath, 'GET http://example.invalid/x HTTP/1.1\r\nhost: example.invalid\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 403 /);
  await served.attempt.close();
  expect(served.requests().map(({ operation }) => operation)).toEqual(['malformed', 'proxy']);
});

test('a client that leaves while it sends is recorded and harms nobody', async () => {
  const served = await serve({ mode: 'scripted' });
  const socket = connect(served.attempt.socketPath, () => socket.write(`POST ${CHAT} HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"mod`, () => socket.destroy()));
  await new Promise((resolve) => socket.once('close', resolve));
  expect((await served.ask(CHAT, hello)).status).toBe(200);
  await served.attempt.close();
  expect(served.requests().map(({ invalid }) => invalid)).toContain('aborted');
});

test('closing ends what is under way, and every record is written', async () => {
  const served = await serve({ mode: 'scripted', script: 'hang.yaml' }, { base: new URL('./scripts', import.meta.url).pathname });
  const waiting = send(served.attempt.socketPath, CHAT, hello).catch((error: NodeJS.ErrnoException) => error.code);
  while (served.records.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await served.attempt.close();
  await served.attempt.close();
  expect(await waiting).toBe('ECONNRESET');
  expect(served.records.map(({ type }) => type)).toEqual(['request', 'response']);
});
