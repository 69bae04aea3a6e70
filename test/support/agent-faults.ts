import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { AgentAdapter } from '../../src/agents/adapter.js';
import { cleanslate, manifestFile, type Finished } from './cleanslate.js';
import { evidenceOf } from './evidence.js';
import { loseSandboxes } from './lose-sandboxes.js';
import { faultManifest, MODEL_FAULTS, STAYS } from './model-faults.js';
import { suiteDirectory } from './temporary.js';

const trialOf = (agent: string, fault: string): string => `${agent}-${fault}.short.handoff.run-1`;

/** Tests that each of these agents ends in the right class for each of these faults, in one campaign, and that none becomes points. */
export function agentFaultTests(adapters: readonly AgentAdapter[], faults: readonly string[], minutes: number): void {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const over = new AbortController();
    const lost = adapters.filter(() => faults.includes('lost')).map(({ id }) => trialOf(id, 'lost'));
    const losing = loseSandboxes(lost, STAYS, over.signal);
    ran = await cleanslate(['run', manifestFile(faultManifest(folder(), adapters, faults), folder()), '--engine', 'docker', '--concurrency', '2', '--out', dir, '--no-preflight']);
    over.abort();
    await losing;
  }, minutes * 60_000);

  test('no attempt counts, none became points, and the campaign says so', async () => {
    expect(ran.stdout).toContain(`0 of ${String(adapters.length * faults.length)} trials complete.`);
    expect(readFileSync(join(dir, 'results.jsonl'), 'utf8')).toBe('');
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test.each(adapters.flatMap(({ id }) => faults.map((fault) => [id, fault] as const)))('%s: %s', (id, fault) => {
    const { blame, kind, unreachable } = MODEL_FAULTS[fault] ?? {};
    const { record, score, events, dir: attempt } = evidenceOf(dir, trialOf(id, fault));
    expect(record.valid).toBe(false);
    expect(record.signals.find(({ recovered }) => recovered !== true)).toMatchObject({ blame, kind: kind instanceof RegExp ? (expect.stringMatching(kind) as string) : kind });
    expect(record.signals.filter(({ recovered }) => recovered !== true).map((signal) => signal.blame)).not.toContain('agent');
    expect(score).toBeUndefined();
    expect(existsSync(join(attempt, 'normalization.json'))).toBe(false);
    // It had begun to work, with its own tools.
    if (!unreachable) expect(events.filter(({ type, source }) => type === 'tool.call' && source === 'agent').length).toBeGreaterThan(0);
  });
}
