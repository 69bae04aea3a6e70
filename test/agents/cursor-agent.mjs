#!/usr/bin/env node
// Stands for a product that only talks to its own backend: it logs in there through the proxy that it is told, tries a host
// that nobody allowed, works on the files, and is careless with its key wherever it can be.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';

if (process.argv.includes('--version')) {
  console.log('2026.10.01-fake');
  process.exit(0);
}
const key = process.env.CURSOR_API_KEY ?? '';
const { allowed, refused } = JSON.parse(readFileSync(new URL('hosts.json', import.meta.url), 'utf8'));

/** The first line that comes back for a CONNECT, and what the host then says to the key. */
function ask(target) {
  const proxy = new URL(process.env.HTTPS_PROXY);
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(proxy.port), proxy.hostname, () => socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`));
    socket.on('data', (chunk) => {
      said += chunk;
      if (said.endsWith('\r\n\r\n') && said.includes(' 200 ')) socket.write(`login ${key}\n`);
      else if (/hello\n$/.test(said) || !said.includes(' 200 ')) socket.end();
    });
    socket.on('close', () => resolve(said.replaceAll('\r\n', ' ').trim()));
    socket.on('error', (error) => resolve(error.message));
  });
}

const say = (event) => console.log(JSON.stringify(event));
say({ type: 'system', subtype: 'init', session_id: 'one', model: 'auto', apiKeySource: key === '' ? 'none' : 'env' });
const tunnels = { allowed: await ask(allowed), refused: await ask(refused) };
mkdirSync(join(homedir(), '.config/cursor'), { recursive: true });
writeFileSync(join(homedir(), '.config/cursor/auth.json'), JSON.stringify({ apiKey: key }));
writeFileSync('odd.bin', Buffer.concat([Buffer.from([0, 255]), Buffer.from(key)]));
console.error(`debug: using ${key.slice(0, 9)}`, key);
for (const [at, name] of readdirSync('.').filter((each) => each.endsWith('.md')).entries()) {
  say({ type: 'tool_call', subtype: 'started', call_id: `c${at}`, tool_call: { readToolCall: { args: { path: name } } } });
  say({ type: 'tool_call', subtype: 'completed', call_id: `c${at}`, tool_call: { readToolCall: { args: { path: name }, result: { success: { content: readFileSync(name, 'utf8') } } } } });
}
const text = JSON.stringify({ answers: {}, tunnels, key });
say({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } });
say({ type: 'result', subtype: 'success', is_error: false, result: text, usage: { inputTokens: 10, outputTokens: 5 } });
