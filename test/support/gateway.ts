import { request as httpRequest, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../src/common/clock.js';
import type { OpenAttempt } from '../../src/gateway/attempt/open-attempt.js';
import type { AttemptLimits, GatewaySignal } from '../../src/gateway/attempt/spec.js';
import { providerSchema, type ProviderInput } from '../../src/gateway/config.js';
import { Gateway, type GatewayOptions } from '../../src/gateway/gateway.js';
import { openProvider } from '../../src/gateway/open-provider.js';
import type { Provider } from '../../src/gateway/provider.js';
import { expandBodies } from '../../src/gateway/record/delta.js';
import { wireRecord, type WireRecord, type WireRequest, type WireResponse } from '../../src/gateway/record/wire.js';

export interface Served {
  gateway: Gateway;
  provider: Provider;
  attempt: OpenAttempt;
  /** Records as they were written, each one checked against the schema. */
  records: WireRecord[];
  signals: GatewaySignal[];
  ask(target: string, body?: unknown, more?: AskOptions): Promise<Reply>;
  requests(): WireRequest[];
  responses(): WireResponse[];
  /** Closes the attempt and gives the only response record there is. */
  onlyResponse(): Promise<WireResponse>;
}

export interface ServeOptions {
  limits?: Partial<AttemptLimits>;
  gateway?: Partial<GatewayOptions>;
  env?: NodeJS.ProcessEnv;
  base?: string;
}

/** A gateway with one open attempt of a provider; all of it is gone when the test is over. */
export async function serve(config: ProviderInput, options: ServeOptions = {}): Promise<Served> {
  const gateway = await Gateway.start({ clock: systemClock, ...options.gateway });
  const provider = await provide(config, options);
  onTestFinished(async () => {
    await gateway.close();
    await provider.upstream.close?.();
  });
  return serveAttempt(gateway, provider, options.limits);
}

export const provide = (config: ProviderInput, { env = {}, base = '/', gateway }: ServeOptions = {}): Promise<Provider> =>
  openProvider('p', providerSchema.parse(config), { clock: systemClock, env, base, where: 'test', secrets: gateway?.secrets ?? [] });

let count = 0;

export async function serveAttempt(gateway: Gateway, provider: Provider, limits: Partial<AttemptLimits> = {}): Promise<Served> {
  const records: WireRecord[] = [];
  const signals: GatewaySignal[] = [];
  count += 1;
  const attempt = await gateway.open({
    id: `attempt-${String(count)}`, provider, limits,
    wire: (record) => void records.push(wireRecord.parse(JSON.parse(JSON.stringify(record)))),
    signal: (signal) => void signals.push(signal),
  });
  const responses = (): WireResponse[] => records.filter((record) => record.type === 'response');
  return {
    gateway, provider, attempt, records, signals, responses,
    requests: () => [...expandBodies(records)].filter((record) => record.type === 'request'),
    ask: (target, body, more) => ask(attempt.socketPath, target, body, more),
    onlyResponse: async () => {
      await attempt.close();
      const [only, ...rest] = responses();
      if (!only || rest.length > 0) throw new Error(`there are ${String(responses().length)} responses`);
      return only;
    },
  };
}

export interface AskOptions {
  method?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Reply {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The body broke off. */
  broken: boolean;
}

/** A request over an attempt's socket. A Buffer or text goes as it is, everything else as JSON; no body means GET. */
export async function ask(socketPath: string, target: string, body?: unknown, more: AskOptions = {}): Promise<Reply> {
  const response = await send(socketPath, target, body, more);
  const chunks: Buffer[] = [];
  let broken = false;
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer);
  } catch {
    broken = true;
  }
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8'), broken };
}

/** The same, with the body still to be read. */
export function send(socketPath: string, target: string, body?: unknown, { method, headers, signal }: AskOptions = {}): Promise<IncomingMessage> {
  const bytes = body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { socketPath, path: target, method: method ?? (body === undefined ? 'GET' : 'POST'), headers: { 'content-type': 'application/json', ...headers }, agent: false, ...(signal ? { signal } : {}) },
      resolve,
    );
    request.on('error', reject);
    request.end(bytes);
  });
}

/** Waits until something holds, looking again whenever the event loop is free. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until a number no longer changes: buffers on the way are full, and nothing moves any more. */
export async function settled(value: () => number): Promise<void> {
  for (let before = -1; before !== value(); ) {
    before = value();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
