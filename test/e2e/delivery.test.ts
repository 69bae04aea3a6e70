import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { deliverySchema, type Delivery } from '../../src/trial/delivery/file.js';
import { cleanslate, manifestFile } from '../support/cleanslate.js';
import { describeWithEngine } from '../support/engine.js';
import { temporaryDirectory } from '../support/temporary.js';

const DECISION = 'The nightly export of Harbour goes to the archive bucket in Oslo.';
const OLD = 'The nightly export of Harbour goes to the staging bucket in Bergen.';
/** What Codex takes of project documents (its `project_doc_max_bytes`). */
const TAKEN = 32 * 1024;

/** Notes of about 40 KB whose last line is the decision. */
const notes = `# Notes\n\n${Array.from({ length: 420 }, (_, at) => `- Entry ${String(at)}: the label of drawer ${String(at * 7)} was checked against the paper index, and nothing was missing.\n`).join('')}\n${DECISION}\n`;

const scenario = {
  id: 'tail',
  sources: { 'AGENTS.md': notes, 'docs/export.md': `# Export\n\n${OLD}\n`, 'docs/labels.md': '# Labels\n\nDrawers carry one label each, in capitals.\n' },
  questions: { bucket: 'To which bucket does the nightly export of Harbour go? Answer with exactly one of: `oslo`, `bergen`.' },
  expected: { bucket: { value: 'oslo', source: 'AGENTS.md', quote: DECISION } },
};

const answer = (value: string, source: string | null, quote: string): object => ({ answer: { answers: { bucket: { value, source, quote } } } });

describeWithEngine('what reaches the model of the real Codex', () => {
  test('a decision behind the limit of its project documents is undelivered, and the bytes that came are told', { timeout: 300_000 }, async () => {
    expect(Buffer.byteLength(notes)).toBeGreaterThan(39_000);
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    writeFileSync(join(folder, 'tail.json'), JSON.stringify(scenario));
    writeFileSync(join(folder, 'tail.alternatives.json'), JSON.stringify({ bucket: { superseded: [{ value: 'bergen', source: 'docs/export.md', quote: OLD }] } }));
    writeFileSync(join(folder, 'stale.yaml'), stringify({ turns: [{ read: 'docs/export.md' }, answer('bergen', 'docs/export.md', OLD)] }));
    writeFileSync(join(folder, 'finds.yaml'), stringify({ turns: [{ run: 'tail -n 1 AGENTS.md' }, { read: 'docs/export.md' }, answer('bergen', 'docs/export.md', OLD)] }));
    const configuration = (id: string): object => ({ id, agent: 'codex', model: { label: 'gpt-5.5', provider: id } });
    const manifest = { campaign: 'tail', runs: 1, attempts: 1, providers: Object.fromEntries(['stale', 'finds'].map((id) => [id, { mode: 'scripted', script: join(folder, `${id}.yaml`) }])), tasks: [{ scenario_file: join(folder, 'tail.json'), profiles: ['contextos'] }], configurations: [configuration('stale'), configuration('finds')] };
    const run = await cleanslate(['run', manifestFile(manifest), '--engine', 'docker', '--no-preflight', '--out', dir]);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });

    const read = (id: string): Delivery => deliverySchema.parse(JSON.parse(readFileSync(join(dir, `trials/${id}.tail.contextos.run-1/attempt-1/delivery.json`), 'utf8')));
    const stale = read('stale');
    expect(stale.questions).toMatchObject([{ correct: false, used: 'superseded', stage: 'undelivered', expected: { first: null }, superseded: [{ first: { way: 'tool-result', call: { name: 'exec_command' } } }] }]);
    const [agents] = stale.files;
    expect(agents).toMatchObject({ path: 'AGENTS.md', bytes: Buffer.byteLength(notes), first: { exchange: 1, way: 'context' } });
    expect(agents?.delivered_bytes).toBeGreaterThan(TAKEN - 4);
    expect(agents?.delivered_bytes).toBeLessThanOrEqual(TAKEN);
    expect(stale.files.find(({ path }) => path === 'docs/labels.md')).toMatchObject({ delivered_bytes: 0, named: false, first: null });

    // Read by a tool after all, and not used.
    expect(read('finds').questions).toMatchObject([{ stage: 'superseded-used', expected: { first: { way: 'tool-result', call: { target: 'tail -n 1 AGENTS.md' } } } }]);

    const shown = await cleanslate(['show', dir, 'stale.tail.contextos.run-1']);
    expect(shown.stdout).toMatch(new RegExp(String.raw`AGENTS\.md: ${String(agents?.delivered_bytes)} of ${String(agents?.bytes)} bytes reached the model, first in exchange 1 of session 1, beside the prompt`));
    expect(shown.stdout).toContain('undelivered: bucket: answered "bergen" (superseded)');
    expect(run.stdout).toMatch(/\| stale \| tail \| contextos \| 1 \| 1 \| 1 \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \| \d+ of \d+ \|/);
    const json = JSON.parse((await cleanslate(['show', dir, '--json'])).stdout) as { summary: { stages: { stages: object }[] } };
    expect(json.summary.stages).toMatchObject([{ configuration: 'finds', stages: { 'superseded-used': 1 } }, { configuration: 'stale', stages: { undelivered: 1 }, files: [{ path: 'AGENTS.md', most: agents?.delivered_bytes }] }]);
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });
});
