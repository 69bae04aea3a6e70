import { execa } from 'execa';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import type { AttemptRecord } from '../../src/trial/attempt-record.js';
import type { ResetRecord } from '../../src/trial/reset/reset-record.js';
import { cleanslate, jsonLines, PROGRAM } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { expectReplayed } from '../support/replayed.js';
import { suiteDirectory } from '../support/temporary.js';

const FACT = 'The Lantern export writes CSV, one file per collection.';
const MEMORY = '/home/dev/memory.jsonl';

describeWithEngine('a real memory server beside the real Codex and Claude Code, over two sessions', () => {
  const folder = suiteDirectory();
  let dir: string;
  let stdout: string;
  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const run = await cleanslate(['run', inPackage('manifests/memory-server.yaml'), '--out', dir, '--concurrency', '2', '--no-preflight']);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    ({ stdout } = run);
  }, 400_000);

  const trial = (configuration: string): string => `${configuration}.short.handoff.run-1`;
  const text = (configuration: string, name: string): string => readFileSync(join(dir, `trials/${trial(configuration)}/attempt-1`, name), 'utf8');
  const reset = (configuration: string, session: number): ResetRecord => JSON.parse(text(configuration, `session-${String(session)}/services/memory/reset.json`)) as ResetRecord;
  const grounded = (configuration: string): unknown => (JSON.parse(text(configuration, 'score.json')) as { grounded_correct: number }).grounded_correct;
  const wire = (configuration: string): string => JSON.stringify(jsonLines(text(configuration, 'wire.jsonl')).filter(({ type, session }) => type === 'request' && session === 2));
  const calls = (configuration: string, session: number): unknown[] =>
    jsonLines(text(configuration, 'services.jsonl')).flatMap((record) => {
      const { method, params } = (record['body'] ?? {}) as { method?: string; params?: { name?: string } };
      return record['type'] === 'request' && record['session'] === session && method === 'tools/call' ? [params?.name] : [];
    });

  test.each(['codex', 'claude-code'])('%s: the last session is told by the server what the first one noted in it where its memory is declared, and not where it is cleared', (agent) => {
    expect([grounded(`${agent}-declared`), grounded(`${agent}-cleared`)]).toEqual([4, 0]);
    expect([wire(`${agent}-declared`).includes(FACT), wire(`${agent}-cleared`).includes(FACT)]).toEqual([true, false]);
    expect(reset(`${agent}-declared`, 2)).toMatchObject({ carried: [{ path: MEMORY, class: 'service' }], cleared: [], undeclared: [], differences: [], canaries: [] });
    expect(reset(`${agent}-cleared`, 2)).toMatchObject({ carried: [], cleared: [{ path: MEMORY, class: 'service' }], undeclared: [], differences: [], initial_state: reset(`${agent}-cleared`, 1).initial_state });
  });

  test.each(['codex-declared', 'claude-code-cleared'])('%s: what it was asked and what it wrote is in the evidence, and shown', async (configuration) => {
    expect([calls(configuration, 1), calls(configuration, 2)]).toEqual([['create_entities'], ['read_graph']]);
    expect(jsonLines(text(configuration, 'trace.jsonl'))).toContainEqual(expect.objectContaining({ source: 'service', type: 'service.request', name: 'memory', arguments: expect.objectContaining({ tool: 'create_entities' }) as unknown }));
    expect(text(configuration, 'session-1/services/memory/changes/home/changes.patch')).toContain(`+{"type":"entity","name":"Lantern"`);
    const { stdout: shown } = await cleanslate(['show', dir, trial(configuration)]);
    expect(shown).toMatch(/service +service\.request +memory \{"method":"tools\/call","tool":"create_entities"/);
    expect(shown).toContain('service `memory`, session 2: as declared');
  });

  test('a replay starts the same service from the same state, and it is asked and answers the same', { timeout: 120_000 }, async () => { await expectReplayed(dir, trial('codex-declared')); });

  test.each([[1, false], [2, true]])('shell has the service beside it, as it was before session %i', async (session, knows) => {
    const asked = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'shell', version: '1' } } },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'read_graph', arguments: {} } },
    ];
    const post = String.raw`ask() { exec 3<>/dev/tcp/127.0.0.1/8901; printf 'POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' ${'$'}{#1} "$1" >&3; cat <&3; exec 3>&-; }`;
    const ask = [post, ...asked.map((one) => `ask '${JSON.stringify({ jsonrpc: '2.0', ...one })}'`)].join('\n');
    const { exitCode, stdout: said, stderr } = await execa(process.execPath, [PROGRAM, 'shell', dir, trial('codex-declared'), '--session', String(session)], { reject: false, input: `${ask}\n` });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('service `memory`: in its starting state, at 127.0.0.1:8901') as string });
    expect([said.includes('entities'), said.includes(FACT)]).toEqual([true, knows]);
  });

  test('a canary was left in the memory that was cleared, and none was seen', () => {
    const planted = (configuration: string, session: number): string[] => (JSON.parse(text(configuration, 'attempt.json')) as AttemptRecord).canaries.filter((one) => one.class === 'service' && one.session === session).map(({ path }) => path);
    expect([planted('codex-cleared', 1), planted('codex-declared', 1), planted('codex-declared', 2)]).toEqual([[MEMORY], [], [MEMORY]]);
    expect(stdout).toContain('No invalid attempts.');
    expect(stdout).not.toMatch(/Undeclared state|CANARIES|MEMORY NOT WRITTEN|WITNESSES DIFFER/);
  });
});
