import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { WireRecord } from '../../src/gateway/record/wire.js';
import { labelFor } from '../support/agent-labels.js';
import { cleanslate, jsonLines, manifestFile, type Finished } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { evidenceOf, type Evidence } from '../support/evidence.js';
import { fullMarks, oneCase, respond } from '../support/full-marks.js';
import { suiteDirectory } from '../support/temporary.js';

const MB = 1 << 20;
const LINE = 'A line of a log that nobody reads, and this one is no different from the others.\n';
const AGENTS = ['codex', 'claude-code'];

describeWithEngine('real agents that meet something large', () => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const of = (agent: string): Evidence => evidenceOf(dir, `${agent}.short.handoff.run-1`);
  const wire = (agent: string): WireRecord[] => jsonLines(readFileSync(join(of(agent).dir, 'wire.jsonl'), 'utf8')) as unknown as WireRecord[];

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const project = join(folder(), 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'service.log'), LINE.repeat(Math.ceil((8 * MB) / LINE.length)));
    const answer = respond(fullMarks(await oneCase('short/handoff')));
    const turns = [{ run: 'cat service.log' }, { read: 'service.log' }, { answer: `Done.\n\`\`\`json\n${answer}\n\`\`\`\n` }];
    writeFileSync(join(folder(), 'reads.yaml'), stringify({ turns }));
    const manifest = {
      campaign: 'large', runs: 1, normalize: 'embedded', limits: { agent_seconds: 120, memory_mb: 4096 },
      providers: { reads: { mode: 'scripted', script: 'reads.yaml' } },
      tasks: [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: project } }],
      configurations: AGENTS.map((id) => ({ id, agent: id, model: { label: labelFor(id), provider: 'reads' } })),
    };
    ran = await cleanslate(['run', manifestFile(manifest, folder()), '--engine', 'docker', '--concurrency', '2', '--out', dir, '--no-preflight']);
  }, 300_000);

  test('runs to its end at the first attempt, and verifies', async () => {
    expect({ exitCode: ran.exitCode, stderr: ran.exitCode === 0 ? '' : ran.stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
  });

  test.each(AGENTS)('%s: an 8 MB file that it prints and reads is recorded, and its answer scored', (agent) => {
    const { record, score, events } = of(agent);
    expect(record).toMatchObject({ valid: true, signals: [], normalized: 'embedded', unparsed: 0 });
    expect(score).toMatchObject({ grounded_correct: 4, format_failure: null });
    const calls = events.filter(({ type, source }) => type === 'tool.call' && source === 'agent');
    expect(calls).toHaveLength(2);
    for (const call of calls) expect(events.filter(({ type, call_id }) => type === 'tool.result' && call_id === call.call_id)).toHaveLength(1);
  });

  test.each(AGENTS)('%s: its wire record is whole', (agent) => {
    const records = wire(agent);
    const of = (type: WireRecord['type']): number[] => records.filter((record) => record.type === type).map(({ exchange }) => exchange).sort((a, b) => a - b);
    expect(of('request').length).toBeGreaterThanOrEqual(3);
    expect(of('response')).toEqual(of('request'));
    expect(JSON.stringify(records)).toContain('A line of a log that nobody reads');
  });
});
