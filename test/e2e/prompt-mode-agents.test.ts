import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { inPackage } from '../../src/common/package-root.js';
import type { WireRecord } from '../../src/gateway/record/wire.js';
import { labelFor } from '../support/agent-labels.js';
import { cleanslate, jsonLines, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf } from '../support/evidence.js';
import { fullMarks, oneCase, respond } from '../support/full-marks.js';
import { temporaryDirectory } from '../support/temporary.js';

const MB = 1 << 20;
/** Long words: whoever reads them has fewer to weigh. */
const FILLER = `${`${'Lorem'.repeat(24)} `.repeat(20)}“end”.\n`;
const LIMITS = { agent_seconds: 120, memory_mb: 4096 };

/** Control agents and models in this mode: prompt-mode.test.ts. */
describeWithEngine('a real CLI in prompt mode', () => {
  test('answers from its prompt in an empty workspace; that it used a tool all the same is told', { timeout: 300_000 }, async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    writeFileSync(join(folder, 'looks.yaml'), stringify({ turns: [{ run: 'ls -A' }, { answer: respond(fullMarks(await oneCase('short/handoff'))) }] }));
    const configuration = (id: string, model: object): object => ({ id, agent: 'pi', model: { label: labelFor('pi'), ...model } });
    const manifest = {
      campaign: 'prompts', mode: 'prompt', runs: 1, limits: LIMITS,
      providers: { looks: { mode: 'scripted', script: 'looks.yaml' } },
      tasks: [{ scenario: 'short', profiles: ['handoff'] }],
      configurations: [configuration('reads', { provider: 'scripted', script: 'reader' }), configuration('looks', { provider: 'looks' })],
    };
    const run = await cleanslate(['run', manifestFile(manifest, folder), '--engine', 'docker', '--concurrency', '2', '--out', dir, '--no-preflight']);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('TOOL CALLS in mode prompt, where none are wanted, in: trials/looks.short.handoff.run-1/attempt-1.');
    const [reads, looks] = ['reads', 'looks'].map((id) => evidenceOf(dir, `${id}.short.handoff.run-1`));
    for (const evidence of [reads, looks]) {
      expect(evidence?.record).toMatchObject({ agent: 'pi', mode: 'prompt', valid: true, signals: [], witnesses: { status: 'agree' } });
      expect(evidence?.score).toMatchObject({ grounded_correct: 4 });
    }
    expect([reads?.record.tool_calls, looks?.record.tool_calls]).toEqual([0, 1]);
    // What it found there is what every workspace of this mode has.
    expect(looks?.events.find(({ type }) => type === 'tool.result')?.result).toMatch(/^\.git\s*$/);
  });

  test('a prompt longer than 2 MB arrives whole and is answered from', { timeout: 300_000 }, async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    const scenario = JSON.parse(readFileSync(inPackage('fixtures/scenarios/short.json'), 'utf8')) as { id: string; sources: Record<string, string> };
    scenario.id = 'large';
    scenario.sources['HANDOFF.md'] = `${scenario.sources['HANDOFF.md'] ?? ''}\n## Appendix\n\n${FILLER.repeat(Math.ceil((2.1 * MB) / FILLER.length))}`;
    writeFileSync(join(folder, 'large.json'), JSON.stringify(scenario));
    const manifest = {
      campaign: 'large-prompts', mode: 'prompt', runs: 1, limits: LIMITS,
      tasks: [{ id: 'large', scenario_file: join(folder, 'large.json'), profiles: ['handoff'] }],
      configurations: [{ id: 'gemini', agent: 'gemini-cli', model: { label: labelFor('gemini-cli'), provider: 'scripted', script: 'reader' } }],
    };
    const run = await cleanslate(['run', manifestFile(manifest, folder), '--engine', 'docker', '--out', dir, '--no-preflight']);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { record, score, dir: attempt } = evidenceOf(dir, 'gemini.large.handoff.run-1');
    expect(record).toMatchObject({ valid: true, signals: [], tool_calls: 0 });
    expect(score).toMatchObject({ grounded_correct: 4, format_failure: null });
    const prompt = readFileSync(join(attempt, 'session-1/prompts/turn-1.txt'), 'utf8');
    expect(Buffer.byteLength(prompt)).toBeGreaterThan(2 * MB);
    const records = jsonLines(readFileSync(join(attempt, 'wire.jsonl'), 'utf8')) as unknown as WireRecord[];
    expect(records.some((record) => record.type === 'request' && textsIn(record.body).some((text) => text.includes(prompt.trim())))).toBe(true);
  });
});

/** Every text in a value, unescaped. */
const textsIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []);
