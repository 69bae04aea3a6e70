import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import type { AttemptRecord } from '../../src/trial/attempt-record.js';
import type { ResetRecord } from '../../src/trial/reset/reset-record.js';
import { cleanslate, jsonLines } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { expectReplayed } from '../support/replayed.js';
import { suiteDirectory } from '../support/temporary.js';

const FACT = 'The Lantern export writes CSV, one file per collection.';
const MEMORY = { 'codex': '/home/dev/.codex/memories/memory_summary.md', 'claude-code': '/home/dev/.claude/projects/-home-projects-app/memory/MEMORY.md' };

describeWithEngine("the real Codex and Claude Code over two sessions, with what they keep in their products' memory", () => {
  const folder = suiteDirectory();
  let dir: string;
  let stdout: string;
  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const run = await cleanslate(['run', inPackage('manifests/resets.yaml'), '--out', dir, '--concurrency', '2']);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    ({ stdout } = run);
  }, 400_000);

  const text = (configuration: string, name: string): string => readFileSync(join(dir, `trials/${configuration}.short.handoff.run-1/attempt-1`, name), 'utf8');
  const reset = (configuration: string): ResetRecord => JSON.parse(text(configuration, 'session-2/reset.json')) as ResetRecord;
  const grounded = (configuration: string): unknown => (JSON.parse(text(configuration, 'score.json')) as { grounded_correct: number }).grounded_correct;
  /** The wire of the second session, as it was recorded. */
  const asked = (configuration: string): string => JSON.stringify(jsonLines(text(configuration, 'wire.jsonl')).filter(({ type, session }) => type === 'request' && session === 2));

  test.each(['codex', 'claude-code'] as const)('%s: the last session is told what the first one noted where memory is declared, and not where it is cleared', (agent) => {
    expect([grounded(`${agent}-declared`), grounded(`${agent}-cleared`)]).toEqual([4, 0]);
    expect([asked(`${agent}-declared`).includes(FACT), asked(`${agent}-cleared`).includes(FACT)]).toEqual([true, false]);
    expect(reset(`${agent}-declared`).carried.map((entry) => entry.path)).toContain(MEMORY[agent]);
    expect(reset(`${agent}-declared`).carried.every((entry) => entry.class === 'memory')).toBe(true);
    expect(reset(`${agent}-declared`).undeclared).toEqual([]);
    expect(reset(`${agent}-cleared`)).toMatchObject({ carried: [], undeclared: [], differences: [], canaries: [], initial_state: (JSON.parse(text(`${agent}-cleared`, 'attempt.json')) as AttemptRecord).initial_state });
  });

  test('a replay carries the same state into the same sessions, and tells every mask', { timeout: 120_000 }, async () => {
    const told = await expectReplayed(dir, 'codex-declared.short.handoff.run-1');
    expect(told).toMatch(/again: the recorded model, docker sha256:[0-9a-f]{64}\nstarting state: the same, [0-9a-f]{64}\nequal: \d+ model requests, \d+ tool calls and their results, \d+ file changes, the answer and its score\nmasked in texts: .*chunk id.*uuid.*\nmasked file: /);
  });

  test('every session was proved, no canary was seen, and nothing that the tables do not know was left', () => {
    expect(stdout).toContain('No invalid attempts.');
    expect(stdout).toContain('Reset proof: 8 sessions, each begun from the declared state; none saw what another had left.');
    expect(stdout).not.toMatch(/Undeclared state|CANARIES|MEMORY NOT WRITTEN/);
  });
});
