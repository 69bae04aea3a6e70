import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, serve } from '../support/gateway.js';
import { temporaryDirectory } from '../support/temporary.js';

/** Made here from parts, so that no scanner takes this file for a leak. */
const made = (prefix: string, length: number): string => prefix + 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z'.repeat(4).slice(0, length);
const KEYS = {
  openai: made(['sk', 'proj', ''].join('-'), 40),
  anthropic: made(['sk', 'ant', 'api03', ''].join('-'), 60),
  google: made('AI' + 'za', 35),
  github: made('gh' + 'p_', 36),
  slack: made('xo' + 'xb-', 30),
  jwt: [made('ey' + 'J', 20), made('ey' + 'J', 40), made('', 43)].join('.'),
  pem: ['-----BEGIN ', 'PRIVATE KEY-----\n', made('', 64), '\n-----END ', 'PRIVATE KEY-----'].join(''),
};
const OWN = 'our"own\\secret/value';

test('keys planted in headers, query, bodies, tool results and replies are in no record', async () => {
  const base = temporaryDirectory();
  writeFileSync(join(base, 's.yaml'), `turns: [{ run: ${JSON.stringify(`echo ${KEYS.openai}`)} }, { answer: ${JSON.stringify(`${KEYS.github} and ${OWN} and ${KEYS.anthropic}`)} }]`);
  const served = await serve({ mode: 'scripted', script: 's.yaml' }, { base, gateway: { secrets: [{ name: 'OWN', value: OWN }] } });
  const tools = [{ type: 'function', function: { name: 'bash', parameters: { properties: { command: { type: 'string' } } } } }];
  const first = [{ role: 'user', content: `${Object.values(KEYS).join(' ')} ${OWN}` }];
  const second = [...first, { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command: OWN, [KEYS.slack]: 1 }) } }] }, { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ output: OWN, url: encodeURIComponent(OWN) }) }];
  const headers = { authorization: `Bearer ${KEYS.openai}`, 'x-api-key': KEYS.anthropic, 'user-agent': `agent ${KEYS.google}`, 'x-new-secret': KEYS.slack, 'x-codex-turn-metadata': JSON.stringify({ token: OWN }) };
  const targets = [`/v1/chat/completions?key=${KEYS.google}&alt=x`, `/v1/files/${KEYS.github}`];
  for (const stream of [true, false]) for (const messages of [first, second]) await ask(served.attempt.socketPath, targets[0] ?? '', { model: KEYS.github, stream, messages, tools }, { headers });
  await ask(served.attempt.socketPath, targets[1] ?? '', `not json ${KEYS.openai}`, { headers });
  await served.attempt.close();
  const text = JSON.stringify(served.records);
  for (const key of Object.values(KEYS)) for (const line of key.split('\n')) if (line.length > 30) expect(text).not.toContain(line);
  for (const form of [OWN, JSON.stringify(OWN).slice(1, -1), JSON.stringify(JSON.stringify(OWN)).slice(3, -3), encodeURIComponent(OWN)]) expect(JSON.stringify(text)).not.toContain(form);
  expect(text).toContain('[redacted:OWN]');
  expect(text).toContain('[redacted:github-token]');
  expect(served.requests()[0]?.withheld).toEqual(expect.arrayContaining(['authorization', 'x-api-key', 'x-new-secret']));
});

test('a key that a model spells over many events is in no record', async () => {
  const base = temporaryDirectory();
  // The scripted model sends pieces of 2048 characters: the key lies across one border.
  writeFileSync(join(base, 's.yaml'), `turns: [{ answer: ${JSON.stringify(`${'x'.repeat(2030)} ${KEYS.anthropic} end`)} }]`);
  for (const [target, body] of [['/v1/responses', { input: 'x' }], ['/v1/chat/completions', { messages: [] }], ['/v1/messages', { messages: [] }], ['/v1beta/models/m:streamGenerateContent?alt=sse', { contents: [] }]] as const) {
    const served = await serve({ mode: 'scripted', script: 's.yaml' }, { base });
    await served.ask(target, { ...body, model: 'm', stream: true });
    const { events = [], reply } = await served.onlyResponse();
    expect(events.length).toBeGreaterThan(1);
    for (let at = 0; at + 12 <= KEYS.anthropic.length; at += 1) expect(JSON.stringify(events)).not.toContain(KEYS.anthropic.slice(at, at + 12));
    expect(reply?.text).toMatch(/^x+ \[redacted:anthropic-key\] end$/);
  }
});
