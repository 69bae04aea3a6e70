import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/common/clock.js';
import { Gateway } from '../../src/gateway/gateway.js';
import { ask, provide, serve, serveAttempt } from '../support/gateway.js';

const CHAT = '/v1/chat/completions';
const hello = { model: 'gpt-x', messages: [{ role: 'user', content: 'x'.repeat(4000) }] };
const prices = { 'gpt-*': { input: 1000, output: 1000 } };

test('an agent that loops meets the cap on requests: refused, recorded, said', async () => {
  const served = await serve({ mode: 'scripted' }, { limits: { requests: 3 } });
  const statuses = [];
  for (let turn = 0; turn < 5; turn += 1) statuses.push((await served.ask(CHAT, hello)).status);
  expect(statuses).toEqual([200, 200, 200, 400, 400]);
  expect(served.signals).toMatchObject([{ kind: 'request-cap' }]);
  await served.attempt.close();
  expect(served.responses().at(-1)).toMatchObject({ source: 'gateway', fault: { kind: 'cap', blame: 'harness' } });
});

test('an agent that loops on broken replies: the cap on requests names the fault', async () => {
  const served = await serve({ mode: 'scripted', script: 'scripts/html.yaml' }, { limits: { requests: 3, consecutive_faults: 99 }, base: import.meta.dirname });
  for (let turn = 0; turn < 4; turn += 1) await served.ask(CHAT, hello);
  expect(served.signals).toMatchObject([{ kind: 'request-cap', fault: { kind: 'html', blame: 'provider' } }]);
});

test.each([
  [{ tokens: 1500 }, 'token-cap'],
  [{ cost_usd: 1.5 }, 'cost-cap'],
])('an attempt stops at its cap %j', async (limits, kind) => {
  const served = await serve({ mode: 'scripted', prices }, { limits });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await served.ask(CHAT, hello)).status);
  expect(statuses).toEqual([200, 200, 400]);
  expect(served.signals).toMatchObject([{ kind }]);
  expect(served.attempt.spent.tokens).toBeGreaterThan(2000);
  expect(served.responses()[0]?.cost_usd).toBeGreaterThan(1);
});

test('a campaign stops at its cap over all attempts, and goes on from what it had spent', async () => {
  const gateway = await Gateway.start({ clock: systemClock, caps: { tokens: 5000 }, spent: { tokens: 2500, cost_usd: 0 } });
  onTestFinished(() => gateway.close());
  const provider = await provide({ mode: 'scripted' });
  const [one, two] = [await serveAttempt(gateway, provider), await serveAttempt(gateway, provider)];
  const statuses = [];
  for (const { ask } of [one, two, one, two]) statuses.push((await ask(CHAT, hello)).status);
  expect(statuses).toEqual([200, 200, 200, 400]);
  expect(two.signals).toMatchObject([{ kind: 'campaign-token-cap' }]);
  expect(gateway.spent.tokens).toBeGreaterThan(5000);
});

test('no more requests at once than the provider allows, over all attempts', async () => {
  const gateway = await Gateway.start({ clock: systemClock });
  onTestFinished(() => gateway.close());
  const provider = await provide({ mode: 'scripted', pace: { concurrency: 2 } });
  let [now, most] = [0, 0];
  const { upstream } = provider;
  const counted = { ...provider, upstream: { mode: upstream.mode, respond: async (...given: Parameters<typeof upstream.respond>) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now -= 1;
    return upstream.respond(...given);
  } } };
  const attempts = await Promise.all([1, 2, 3, 4].map(() => serveAttempt(gateway, counted)));
  await Promise.all(attempts.flatMap(({ ask }) => [ask(CHAT, hello), ask(CHAT, hello)]));
  expect(most).toBe(2);
  expect(Math.max(...attempts.flatMap((attempt) => attempt.responses()).map(({ timings }) => timings.queued_ms))).toBeGreaterThan(4);
});

test('a writer that fails is the harness\'s fault and is said', async () => {
  const gateway = await Gateway.start({ clock: systemClock });
  onTestFinished(() => gateway.close());
  const signals: string[] = [];
  const provider = await provide({ mode: 'scripted' });
  const attempt = await gateway.open({ id: 'a', provider, wire: () => Promise.reject(new Error('disk full')), signal: ({ kind, message }) => signals.push(`${kind}: ${message}`) });
  await ask(attempt.socketPath, CHAT, hello);
  await attempt.close();
  expect(signals).toEqual(['harness: cannot record the wire: disk full']);
});

test('forty attempts at once keep their records apart', async () => {
  const gateway = await Gateway.start({ clock: systemClock });
  onTestFinished(() => gateway.close());
  const provider = await provide({ mode: 'scripted' });
  const attempts = await Promise.all(Array.from({ length: 40 }, () => serveAttempt(gateway, provider)));
  await Promise.all(attempts.flatMap(({ ask }, at) => [0, 1, 2].map(() => ask(CHAT, { model: `m-${String(at)}`, stream: true, messages: [{ role: 'user', content: 'x'.repeat(100_000) }] }))));
  await gateway.close();
  for (const [at, attempt] of attempts.entries()) {
    expect(attempt.responses().map(({ observed_model }) => observed_model)).toEqual(Array(3).fill(`m-${String(at)}`));
    expect(attempt.signals).toEqual([]);
  }
});

test('sockets are out of others\' reach, untouched by another gateway, and gone at the end', async () => {
  const gateway = await Gateway.start({ clock: systemClock });
  onTestFinished(() => gateway.close());
  const { attempt } = await serveAttempt(gateway, await provide({ mode: 'scripted' }));
  const folder = dirname(attempt.socketPath);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const other = await Gateway.start({ clock: systemClock });
  await other.close();
  expect(existsSync(attempt.socketPath)).toBe(true);
  await gateway.close();
  expect(existsSync(folder)).toBe(false);
});
