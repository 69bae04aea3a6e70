import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inPackage } from '../../src/common/package-root.js';
import { expandBodies } from '../../src/gateway/record/delta.js';
import type { WireRecord, WireRequest } from '../../src/gateway/record/wire.js';
import type { ResetRecord } from '../../src/trial/reset/reset-record.js';
import { cleanslate, jsonLines } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { expectReplayed } from '../support/replayed.js';
import { suiteDirectory } from '../support/temporary.js';

const FACT = 'The Lantern export writes CSV, one file per collection.';
const SUMMARY = 'The user works on Lantern and asked what the project is.';

describeWithEngine("resets that are the agent's own: the real Claude Code resumes and compacts, the real Qwen Code compacts", () => {
  const folder = suiteDirectory();
  let dir: string;
  let stdout: string;
  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const run = await cleanslate(['run', inPackage('manifests/own-resets.yaml'), '--only', '{claude-code.*,qwen-code.compact.*}', '--no-preflight', '--out', dir, '--concurrency', '2']);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    ({ stdout } = run);
  }, 300_000);

  const text = (trial: string, name: string): string => readFileSync(join(dir, `trials/${trial}.handoff.run-1/attempt-1`, name), 'utf8');
  const grounded = (trial: string): unknown => (JSON.parse(text(trial, 'score.json')) as { grounded_correct: number }).grounded_correct;
  const requests = (trial: string): WireRequest[] =>
    [...expandBodies(jsonLines(text(trial, 'wire.jsonl')) as unknown as WireRecord[])].filter((record): record is WireRequest => record.type === 'request' && record.session === 2);
  const reset = (trial: string): ResetRecord => JSON.parse(text(trial, 'session-2/reset.json')) as ResetRecord;

  test('after `resume` the conversation is in what the model is asked, and it answers from it', () => {
    const asked = requests('claude-code.resume');
    expect(asked.map(({ aux }) => aux)).not.toContain('compaction');
    expect(JSON.stringify(asked.at(-1)?.body)).toContain(FACT);
    expect(reset('claude-code.resume').conversation).toBe('resumed');
    expect(grounded('claude-code.resume')).toBe(1);
  });

  test.each(['claude-code.compact', 'qwen-code.compact'])('%s: the summary is in its place, and what the summary left out is gone', (trial) => {
    const asked = requests(trial);
    const [summing, last] = [asked.find(({ aux }) => aux === 'compaction'), asked.at(-1)];
    expect(JSON.stringify(summing?.body)).toContain(FACT);
    expect({ aux: last?.aux, summary: JSON.stringify(last?.body).includes(SUMMARY), fact: JSON.stringify(last?.body).includes(FACT) }).toEqual({ aux: null, summary: true, fact: false });
    expect(reset(trial).conversation).toBe('compacted');
    expect(grounded(trial)).toBe(0);
  });

  test('every attempt counts, and a replay from the recording does the same', { timeout: 120_000 }, async () => {
    expect(stdout).toContain('No invalid attempts.');
    await expectReplayed(dir, 'claude-code.compact.handoff.run-1');
  });
});
