import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/common/errors.js';
import { provide, send, serve, settled, until, type Served } from '../support/gateway.js';
import { temporaryDirectory } from '../support/temporary.js';

const KEY = 'real-key-0123456789abcdef';

/** A provider of our own on the loopback. */
async function provider(answer: RequestListener): Promise<{ url: string; server: Server; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, server, seen };
}

const live = (base_url: string, more: object = {}): Promise<Served> =>
  serve({ mode: 'live', base_url, credential: { env: 'THE_KEY' }, ...more }, { env: { THE_KEY: KEY } });

const chatReply = { id: 'c', object: 'chat.completion', model: 'real-model', choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }], usage: { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } };
const json = (value: object, status = 200): RequestListener => (request, response) => {
  request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value)));
};

test.each([
  ['/v1/chat/completions', 'authorization', `Bearer ${KEY}`],
  ['/v1/responses', 'authorization', `Bearer ${KEY}`],
  ['/v1/messages', 'x-api-key', KEY],
  ['/v1beta/models/m:generateContent?key=placeholder', 'x-goog-api-key', KEY],
])('%s: the placeholder stays here, the real credential goes on', async (target, header, value) => {
  const { url, seen } = await provider(json(chatReply));
  const served = await live(url);
  await served.ask(target, { model: 'm' }, { headers: { authorization: 'Bearer placeholder', 'x-api-key': 'placeholder', 'x-goog-api-key': 'placeholder', cookie: 'a=placeholder', 'x-app': 'cli' } });
  const { headers, url: path } = seen[0] as IncomingMessage;
  expect(headers[header]).toBe(value);
  expect(JSON.stringify([headers, path])).not.toContain('placeholder');
  expect(headers).toMatchObject({ 'x-app': 'cli', 'accept-encoding': 'identity' });
  await served.attempt.close();
  expect(JSON.stringify(served.records)).not.toContain(KEY);
  expect(JSON.stringify(served.records)).not.toContain('placeholder');
});

test.each([
  ['/v1', '/v1/chat/completions', '/v1/chat/completions'],
  ['', '/v1/chat/completions', '/v1/chat/completions'],
  ['/api/paas/v4/', '/v1/chat/completions', '/api/paas/v4/chat/completions'],
  ['/api/anthropic', '/v1/messages?beta=true', '/api/anthropic/v1/messages?beta=true'],
  ['/v1', '/v1/models', '/v1/models'],
])('base URL %s: %s goes to %s', async (base, asked, got) => {
  const { url, seen } = await provider(json(chatReply));
  const served = await live(`${url}${base}`);
  await served.ask(asked, asked.endsWith('models') ? undefined : { model: 'm' });
  expect(seen[0]?.url).toBe(got);
});

test('observed model, tokens and cost come from what the provider says', async () => {
  const { url } = await provider(json(chatReply));
  const served = await live(url, { prices: { 'real-*': { input: 1, output: 10, cached: 0.5 } } });
  await served.ask('/v1/chat/completions', { model: 'm', messages: [] });
  expect(await served.onlyResponse()).toMatchObject({
    requested_model: 'm', observed_model: 'real-model', tokens: { input: 10, output: 2, cached: 4 }, tokens_estimated: false, cost_usd: (6 + 2 + 20) / 1e6, fault: null,
  });
});

test('a stream passes as it arrives, also when it is split inside a character', async () => {
  const chunks = [Buffer.from('data: {"id":"c","model":"r","choices":[{"index":0,"delta":{"content":"Gr'), Buffer.from([0xc3]), Buffer.from([0xbc]), Buffer.from('n 世"}}]}\n\nda'), Buffer.from('ta: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')];
  let next: () => void = () => undefined;
  const { url } = await provider((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    next = () => {
      const chunk = chunks.shift();
      if (chunk) response.write(chunk);
      else response.end();
    };
    next();
  });
  const served = await live(url);
  const response = await send(served.attempt.socketPath, '/v1/chat/completions', { model: 'm', stream: true, messages: [] });
  const got: Buffer[] = [];
  // Each piece is there before the next one is sent.
  for await (const chunk of response) {
    got.push(chunk as Buffer);
    next();
  }
  expect(got.length).toBe(5);
  expect(Buffer.concat(got).toString('utf8')).toContain('Grün 世');
  expect((await served.onlyResponse()).reply).toMatchObject({ text: 'Grün 世', finish: 'stop' });
});

test('an agent that reads slowly holds the provider back', async () => {
  let [written, full] = [0, false];
  const { url } = await provider((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const block = Buffer.from(`data: {"padding":"${'x'.repeat(65_000)}"}\n\n`);
    const fill = (): void => {
      while (written < 100_000_000) {
        written += block.length;
        if (!response.write(block)) {
          full = true;
          response.once('drain', fill);
          return;
        }
      }
      response.end();
    };
    fill();
  });
  const served = await live(url);
  const response = await send(served.attempt.socketPath, '/v1/chat/completions', { model: 'm', stream: true, messages: [] });
  await until(() => full);
  await settled(() => written);
  expect(written).toBeLessThan(30_000_000);
  response.destroy();
  await served.attempt.close();
});

test('an agent that leaves ends the provider\'s stream', async () => {
  let ended = false;
  const { url } = await provider((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"id":"c","choices":[]}\n\n');
    response.once('close', () => (ended = true));
  });
  const served = await live(url);
  const response = await send(served.attempt.socketPath, '/v1/chat/completions', { model: 'm', stream: true, messages: [] });
  await once(response, 'data');
  response.destroy();
  await until(() => ended);
  expect(await served.onlyResponse()).toMatchObject({ fault: { kind: 'client-abort', blame: 'agent' }, complete: false });
});

test('a provider that breaks off cuts the agent\'s stream in the same place', async () => {
  const { url } = await provider((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"id":"c","choices":[{"index":0,"delta":{"content":"par"}}]}\n\n', () => setImmediate(() => response.destroy()));
  });
  const served = await live(url);
  const answer = await served.ask('/v1/chat/completions', { model: 'm', stream: true, messages: [] });
  expect(answer).toMatchObject({ broken: true, text: expect.stringContaining('par') as string });
  expect(await served.onlyResponse()).toMatchObject({ fault: { kind: 'cut-stream' }, reply: { text: 'par' }, tokens_estimated: true });
});

test('a provider that ends without the end of its dialect has cut the stream too', async () => {
  const { url } = await provider((request, response) => void request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('event: message_start\ndata: {"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":3}}}\n\n')));
  const served = await live(url);
  await served.ask('/v1/messages', { model: 'm', stream: true, messages: [] });
  expect((await served.onlyResponse()).fault?.kind).toBe('cut-stream');
});

test('a provider that cannot be reached is a recorded fault and an error that the agent can read', async () => {
  const { url, server } = await provider(json({}));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const served = await live(url);
  const { status, text } = await served.ask('/v1/messages', { model: 'm', messages: [] });
  expect(status).toBe(502);
  expect(JSON.parse(text)).toMatchObject({ type: 'error' });
  expect(await served.onlyResponse()).toMatchObject({ status: 502, source: 'gateway', fault: { kind: 'unreachable', blame: 'provider', message: expect.stringContaining('ECONNREFUSED') as string } });
});

test('a provider that says nothing for too long is a timeout', async () => {
  const { url } = await provider((request) => void request.resume());
  const served = await live(url, { timeout_seconds: 0.05 });
  expect((await served.ask('/v1/chat/completions', { model: 'm', messages: [] })).status).toBe(504);
  expect((await served.onlyResponse()).fault).toMatchObject({ kind: 'timeout', blame: 'provider' });
});

test('errors of a provider pass unchanged, with what they say about when to come back', async () => {
  const { url } = await provider((request, response) => void request.resume().on('end', () => response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0', 'x-ratelimit-remaining-requests': '0', 'set-cookie': 'a=b' }).end('{"error":{"code":"rate_limit_exceeded","message":"slow down"}}')));
  const served = await live(url);
  const { status, text, headers } = await served.ask('/v1/chat/completions', { model: 'm', messages: [] });
  expect([status, JSON.parse(text)]).toEqual([429, { error: { code: 'rate_limit_exceeded', message: 'slow down' } }]);
  expect(headers).toMatchObject({ 'retry-after': '0', 'x-ratelimit-remaining-requests': '0' });
  expect(headers['set-cookie']).toBeUndefined();
  expect((await served.onlyResponse()).fault).toMatchObject({ kind: 'rate-limit', code: 'rate_limit_exceeded', message: 'slow down', retry_after_ms: 0 });
});

test('a reply that is compressed unasked is read and passed on plain', async () => {
  const { url } = await provider((request, response) => void request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(chatReply)))));
  const served = await live(url);
  const { text, headers } = await served.ask('/v1/chat/completions', { model: 'm', messages: [] });
  expect(JSON.parse(text)).toEqual(chatReply);
  expect(headers['content-encoding']).toBeUndefined();
});

test('a request goes on byte for byte', async () => {
  const body = '{ "model":"m",  "messages":[], "n": 1.0, "big": 12345678901234567890 }';
  let got = '';
  const { url } = await provider((request, response) => {
    request.on('data', (chunk: Buffer) => (got += chunk.toString())).on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(chatReply)));
  });
  const served = await live(url);
  await served.ask('/v1/chat/completions', body);
  expect(got).toBe(body);
});

test('a tool result of 8 MB goes through and is on the record once', async () => {
  const { url } = await provider(json(chatReply));
  const served = await live(url);
  const messages: object[] = [{ role: 'user', content: 'Read' }, { role: 'tool', tool_call_id: 'c', content: 'ä0123456789abcde'.repeat(500_000) }];
  for (let turn = 0; turn < 4; turn += 1) {
    messages.push({ role: 'user', content: `more ${String(turn)}` });
    expect((await served.ask('/v1/chat/completions', { model: 'm', messages })).status).toBe(200);
  }
  expect(JSON.stringify(served.records).length).toBeLessThan(10_000_000);
  expect((served.requests()[3]?.body as { messages: unknown[] }).messages).toEqual(messages);
});

test('a key that the provider quotes reaches neither the agent nor the record, wherever it is split', async () => {
  const { url } = await provider((request, response) => {
    request.resume();
    response.writeHead(401, { 'content-type': 'application/json' });
    response.write(`{"error":{"code":"invalid_api_key","message":"Incorrect API key provided: ${KEY.slice(0, 9)}`, () => setImmediate(() => response.end(`${KEY.slice(9)}."}}`)));
  });
  const served = await live(url);
  const { text } = await served.ask('/v1/chat/completions', { model: 'm', messages: [] });
  expect(JSON.parse(text)).toMatchObject({ error: { message: 'Incorrect API key provided: [redacted:THE_KEY].' } });
  const { fault } = await served.onlyResponse();
  expect(fault).toMatchObject({ kind: 'credentials', blame: 'harness' });
  expect(JSON.stringify(served.records)).not.toContain(KEY);
});

test('a credential may come from a file and go into a header of its own', async () => {
  const base = temporaryDirectory();
  writeFileSync(join(base, 'key'), `${KEY}\n`);
  const { url, seen } = await provider(json(chatReply));
  const served = await serve({ mode: 'live', base_url: url, credential: { file: 'key', header: 'Api-Key', prefix: 'k ' }, headers: { 'x-team': 'blue' } }, { base });
  await served.ask('/v1/chat/completions', { model: 'm', messages: [] });
  expect(seen[0]?.headers).toMatchObject({ 'api-key': `k ${KEY}`, 'x-team': 'blue' });
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test.each([
  [{ credential: { env: 'NOT_SET' } }, 'CLEANSLATE_CREDENTIAL_MISSING'],
  [{ credential: { file: 'nowhere' } }, 'CLEANSLATE_CREDENTIAL_MISSING'],
  [{ base_url: 'ftp://x' }, 'CLEANSLATE_BASE_URL'],
  [{ base_url: 'https://user:secret@x/v1' }, 'CLEANSLATE_BASE_URL'],
])('a provider that cannot be opened is the user\'s mistake, in one line: %j', async (more, code) => {
  const opening = provide({ mode: 'live', base_url: 'http://127.0.0.1:1', ...more }, { base: temporaryDirectory() });
  const error = await opening.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({ code });
  expect((error as UserError).line).toMatch(/^test: .+; /);
});
