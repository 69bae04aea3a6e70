import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/common/digest.js';
import { PLACEHOLDER_KEY } from '../../src/common/model-endpoint.js';
import type { TraceEvent } from '../../src/trace/events.js';
import { cleanslate, jsonLines, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';
import { serve } from '../support/gateway.js';
import { forwardTo, knock, listen, listenForDatagrams } from '../support/listeners.js';
import { temporaryDirectory } from '../support/temporary.js';

const KEY = 'sk-real-5f1c9a7e3b2d4860a1c7';
const PROBES = readFileSync(join(import.meta.dirname, '../agents/probes.mjs'), 'utf8');

const manifest = (configuration: object, providers: object = {}): object => ({
  campaign: 'real',
  runs: 1,
  attempts: 1,
  limits: { agent_seconds: 120 },
  providers,
  tasks: [{ scenario: 'short', profiles: ['handoff'] }],
  configurations: [{ id: 'codex', agent: 'codex', ...configuration }],
});

const attemptIn = (dir: string): string => join(dir, 'trials/codex.short.handoff.run-1/attempt-1');
const readJson = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const traceIn = (dir: string): TraceEvent[] => jsonLines(readFileSync(join(attemptIn(dir), 'trace.jsonl'), 'utf8')) as unknown as TraceEvent[];

/** Every file below a folder. */
const filesBelow = (dir: string): string[] => readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));

describeWithEngine('the real Codex', () => {
  test('reaches the gateway and nothing else, and holds no key but the placeholder', { timeout: 300_000 }, async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    const [loopback, everywhere, datagrams] = await Promise.all([listen('127.0.0.1'), listen('0.0.0.0'), listenForDatagrams()]);
    const addresses = Object.values(networkInterfaces()).flat().flatMap((one) => (one?.family === 'IPv4' && !one.internal ? [one.address] : []));
    const neighbours = dockerProvider();
    const neighbour = await neighbours.create(await spec());
    try {
      const listening = await neighbour.start(['node', '-e', "require('net').createServer().listen(7777, '0.0.0.0', () => console.log('ready'))"], { env: {}, deadline_ms: 240_000, cwd: '/' });
      await once(listening.stdout, 'data');

      const targets = {
        tcp: [
          '127.0.0.1:8900', '127.0.0.1:7777', `127.0.0.1:${String(loopback.port)}`, `localhost:${String(everywhere.port)}`, `host.docker.internal:${String(everywhere.port)}`,
          `172.17.0.1:${String(everywhere.port)}`, '172.17.0.2:7777', `${neighbour.id.slice(0, 12)}:7777`, ...addresses.map((address) => `${address}:${String(everywhere.port)}`),
        ],
        sockets: [...new Set(['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock', ...Object.values(theEngine()).filter((value): value is string => typeof value === 'string' && value.startsWith('/'))])],
        names: ['example.test', 'host.docker.internal', neighbour.id.slice(0, 12)],
        dns: `${addresses[0] ?? '127.0.0.1'}:${String(datagrams.port)}`,
        key: { length: KEY.length, sha256: sha256(KEY) },
      };
      const script = join(folder, 'probe.yaml');
      writeFileSync(script, stringify({ turns: [{ write: { path: 'probes.mjs', content: PROBES } }, { run: `node probes.mjs '${JSON.stringify(targets)}'` }, { answer: 'Nothing is in reach.' }] }));
      // The provider stands on this machine, with a key that only the harness has.
      const { attempt } = await serve({ mode: 'scripted', script });
      const provider = await listen('127.0.0.1', forwardTo(attempt.socketPath));
      const upstream = { mode: 'live', base_url: `http://127.0.0.1:${String(provider.port)}/v1`, credential: { env: 'OPENAI_API_KEY' } };
      const run = await cleanslate(['run', manifestFile(manifest({ model: { label: 'gpt-5.5', provider: 'ours' } }, { ours: upstream })), '--engine', 'docker', '--out', dir, '--no-preflight'], { OPENAI_API_KEY: KEY, CODEX_API_KEY: KEY });
      expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });

      const seen = JSON.parse(String(traceIn(dir).filter(({ type }) => type === 'tool.result').at(-1)?.result)) as { tcp: Record<string, string>; sockets: object; names: object; dns: string; interfaces: string[]; keys: object; found: string[] };
      const { '127.0.0.1:8900': gateway, ...rest } = seen.tcp;
      expect(gateway).toBe('connected');
      expect(Object.keys(rest)).toHaveLength(targets.tcp.length - 1);
      expect(Object.entries(rest).filter(([, how]) => how === 'connected')).toEqual([]);
      expect(Object.values(seen.sockets).filter((how) => how !== 'ENOENT')).toEqual([]);
      expect(Object.values(seen.names).filter((how) => how === 'resolved')).toEqual([]);
      expect(seen.dns).not.toBe('resolved');
      expect(seen.interfaces).toEqual(['lo']);
      expect(Object.values(seen.keys)).toEqual([PLACEHOLDER_KEY]);
      expect(seen.found).toEqual([]);
      expect([loopback.heard, everywhere.heard, datagrams.heard].map(({ length }) => length)).toEqual([0, 0, 0]);

      // The listeners do hear, and the key was real: the provider got it, and nobody else has it.
      await Promise.all([knock(loopback.port), knock(everywhere.port)]);
      await expect.poll(() => [loopback.heard.length, everywhere.heard.length]).toEqual([1, 1]);
      expect(Buffer.concat(provider.heard).toString()).toMatch(new RegExp(`authorization: Bearer ${KEY}`, 'i'));
      expect(filesBelow(dir).filter((file) => readFileSync(file).includes(KEY))).toEqual([]);
      expect(readJson(join(attemptIn(dir), 'attempt.json'))).toMatchObject({ valid: true, witnesses: { status: 'agree', matched: 2 } });
    } finally {
      await neighbour.destroy();
      await neighbours.close();
    }
  });
});
