import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { labelFor } from '../support/agent-labels.js';
import { cleanslate, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf } from '../support/evidence.js';
import { fullMarks, oneCase, respond } from '../support/full-marks.js';
import { temporaryDirectory } from '../support/temporary.js';

describeWithEngine('a real Codex whose own sandbox cannot be set up', () => {
  test('is invalid, although it exits 0, answers rightly and shows none of this in its stream', { timeout: 240_000 }, async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    writeFileSync(join(folder, 'looks.yaml'), stringify({ turns: [{ run: 'head -n 1 README.md' }, { answer: respond(fullMarks(await oneCase('short/handoff'))) }] }));
    const ownSandbox = "sed -i 's/danger-full-access/workspace-write/' ~/.codex/config.toml";
    const manifest = {
      campaign: 'refused', runs: 1, attempts: 1, limits: { agent_seconds: 120 },
      providers: { looks: { mode: 'scripted', script: 'looks.yaml' } },
      tasks: [
        { id: 'own', scenario: 'short', profiles: ['handoff'], sessions: [{ turns: ['probe'], warmup: [ownSandbox] }] },
        { id: 'ours', scenario: 'short', profiles: ['handoff'] },
      ],
      configurations: [{ id: 'codex', agent: 'codex', model: { label: labelFor('codex'), provider: 'looks' } }],
    };
    const ran = await cleanslate(['run', manifestFile(manifest, folder), '--engine', 'docker', '--concurrency', '2', '--out', dir, '--no-preflight']);
    expect(ran).toMatchObject({ exitCode: 3 });
    const { record, answer, score, events } = evidenceOf(dir, 'codex.own.handoff.run-1');
    expect(record).toMatchObject({ valid: false, ended: 'agent-exit', exit: { code: 0 }, signals: [{ blame: 'harness', kind: 'sandbox-refused', message: expect.stringContaining('linux-sandbox') as string }] });
    expect(answer).toContain('sqlite');
    expect(score).toBeUndefined();
    expect(events.filter(({ type, source }) => type === 'tool.call' && source === 'agent')).toEqual([]);
    expect(evidenceOf(dir, 'codex.ours.handoff.run-1').record).toMatchObject({ valid: true, signals: [] });
    expect(readFileSync(join(dir, 'results.jsonl'), 'utf8').trim().split('\n')).toHaveLength(1);
  });
});
