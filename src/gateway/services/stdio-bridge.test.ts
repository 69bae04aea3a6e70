import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { askedService, type AskedService } from '../../../test/support/ask-service.js';
import { StdioBridge } from './stdio-bridge.js';

/** Answers with how often it was asked; logs to the wrong stream; notifies; breaks where it is told to. */
const SERVER = `
let asked = 0, held = '';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
console.log('started, and says so where nobody should');
process.stdin.on('data', (chunk) => {
  const lines = (held + chunk).split('\\n');
  held = lines.pop();
  for (const line of lines) {
    const { id, method } = JSON.parse(line);
    if (method === 'break') { process.stderr.write('no more room\\n'); process.exit(1); }
    if (method === 'tell') say({ method: 'notifications/told' });
    if (id !== undefined) say({ id, result: { method, asked: ++asked } });
  }
});`;

interface Bridged extends AskedService {
  bridge: StdioBridge;
  rpc(message: object, session?: string): ReturnType<AskedService['ask']>;
}

async function bridged(): Promise<Bridged> {
  const bridge = new StdioBridge(() => {
    const child = spawn(process.execPath, ['-e', SERVER]);
    onTestFinished(() => void child.kill('SIGKILL'));
    return Promise.resolve(child);
  });
  const service = await askedService((exchange) => (request, response) => bridge.answer(request, response, exchange(request)));
  const rpc: Bridged['rpc'] = (message, session) => service.ask('POST', '/mcp', JSON.stringify({ jsonrpc: '2.0', ...message }), session === undefined ? {} : { 'mcp-session-id': session });
  return { ...service, bridge, rpc };
}

const INITIALIZE = { id: 0, method: 'initialize' };

test('every client that says initialize has a run of the program to itself, and is told apart by its session', async () => {
  const { rpc, records, bridge } = await bridged();
  const [one, other] = [await rpc(INITIALIZE), await rpc(INITIALIZE)];
  expect([one.headers['mcp-session-id'], other.headers['mcp-session-id']]).toEqual(['client-1', 'client-2']);
  expect(JSON.parse((await rpc({ id: 'a', method: 'tools/list' }, 'client-1')).body)).toEqual({ jsonrpc: '2.0', id: 'a', result: { method: 'tools/list', asked: 2 } });
  // One that does not say who it is can only be the last.
  expect(JSON.parse((await rpc({ id: 7, method: 'tools/list' })).body)).toMatchObject({ id: 7, result: { asked: 2 } });
  expect(JSON.parse((await rpc({ id: 8, method: 'tools/list' }, 'client-1')).body)).toMatchObject({ result: { asked: 3 } });
  expect(records.filter(({ type }) => type === 'response')).toHaveLength(5);
  await bridge.end();
  expect(bridge.died).toEqual([]);
});

test('what is no request of a client that is there gets an error and reaches no program', async () => {
  const { rpc, ask } = await bridged();
  expect(await rpc({ id: 1, method: 'tools/list' }, 'client-9')).toMatchObject({ status: 404 });
  expect(await ask('POST', '/mcp', 'not JSON')).toMatchObject({ status: 400 });
  expect(await ask('POST', '/mcp', '[]')).toMatchObject({ status: 400 });
  expect(await ask('PUT', '/mcp')).toMatchObject({ status: 405 });
  expect(await ask('GET', '/mcp')).toMatchObject({ status: 404 });
});

test('what the program says of its own accord is kept until its client listens', async () => {
  const { rpc, ask, bridge } = await bridged();
  await rpc(INITIALIZE);
  expect(await rpc({ method: 'tell' }, 'client-1')).toMatchObject({ status: 202, body: '' });
  await rpc({ id: 1, method: 'ping' }, 'client-1');
  const heard = await ask('GET', '/mcp', '', { 'mcp-session-id': 'client-1' }, (text) => { if (text.includes('\n\n')) void bridge.end(); });
  expect(heard).toMatchObject({ status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/told"}\n\n' });
});

test('a program that breaks answers with an error, is told with its last words, and takes no other client along', async () => {
  const { rpc, bridge } = await bridged();
  await rpc(INITIALIZE);
  await rpc(INITIALIZE);
  expect(JSON.parse((await rpc({ id: 1, method: 'break' }, 'client-1')).body)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'Connection closed' } });
  expect(JSON.parse((await rpc({ id: 2, method: 'ping' }, 'client-1')).body)).toMatchObject({ error: { code: -32_000 } });
  expect(JSON.parse((await rpc({ id: 3, method: 'ping' }, 'client-2')).body)).toMatchObject({ result: { asked: 2 } });
  expect(bridge.died.map(({ lastWords }) => lastWords)).toEqual(['no more room']);
});

test('a client that leaves ends its program, which is no break', async () => {
  const { rpc, ask, bridge } = await bridged();
  await rpc(INITIALIZE);
  expect(await ask('DELETE', '/mcp', '', { 'mcp-session-id': 'client-1' })).toMatchObject({ status: 200 });
  expect(await rpc({ id: 1, method: 'ping' }, 'client-1')).toMatchObject({ status: 404 });
  expect(bridge.died).toEqual([]);
});
