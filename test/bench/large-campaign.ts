import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inPackage } from '../../src/common/package-root.js';
import { attemptDir } from '../../src/evidence/layout.js';

const run = promisify(execFile);

/** Files of an attempt that a report of the whole campaign looks at; one trial has the others, too. */
const FILES = ['attempt.json', 'score.json', 'delivery.json', 'answer.txt', 'trace.jsonl'];
const RUNS = 5;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
type Json = Record<string, unknown>;
const read = async (path: string): Promise<Json> => JSON.parse(await readFile(path, 'utf8')) as Json;

/**
 * A campaign of very many trials, made of a real one of six: its attempts are repeated over tasks and runs, and what stands for them is
 * written anew. It is for reading and does not verify.
 * @returns how many trials it has
 */
export async function largeCampaign(folder: string, dir: string, tasks: number): Promise<number> {
  const manifest = join(folder, 'manifest.yaml');
  await writeFile(manifest, JSON.stringify({ campaign: 'large', runs: 1, tasks: [{ id: 't1', scenario: 'short', profiles: ['instructions', 'handoff', 'contextos'] }], configurations: [{ id: 'oracle', agent: 'control/oracle-reader' }, { id: 'stale', agent: 'control/stale-reader' }] }));
  await run(process.execPath, [inPackage('bin', 'cleanslate.js'), 'run', manifest, '--engine', 'local', '--out', dir]);
  const results = (await readFile(join(dir, 'results.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line) as Json);
  const lines: Json[] = [];
  for (let task = 1; task <= tasks; task++) {
    for (let number = 1; number <= RUNS; number++) {
      for (const line of results) {
        const trial = String(line['trial']).replace('.t1.', `.t${String(task)}.`).replace(/run-1$/, `run-${String(number)}`);
        const copy = { ...line, trial, task: `t${String(task)}`, run: number, trial_index: number };
        lines.push(copy);
        if (trial !== line['trial']) await repeat(dir, String(line['trial']), copy);
      }
    }
  }
  await writeFile(join(dir, 'results.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writeCampaign(dir, lines.map(({ trial }) => String(trial)), tasks);
  await writeJournal(dir, lines);
  return lines.length;
}

async function repeat(dir: string, from: string, { trial, task, run: number }: Json): Promise<void> {
  const [source, target] = [attemptDir(dir, from, 1), attemptDir(dir, String(trial), 1)];
  await mkdir(target, { recursive: true });
  await Promise.all(FILES.map((name) => copyFile(join(source, name), join(target, name))));
  await writeFile(join(target, 'attempt.json'), JSON.stringify({ ...(await read(join(source, 'attempt.json'))), trial, task, run: number }));
}

async function writeCampaign(dir: string, trials: readonly string[], tasks: number): Promise<void> {
  const path = join(dir, 'campaign.json');
  const campaign = await read(path);
  const manifest = campaign['manifest'] as Json & { tasks: Json[] };
  const everyTask = (map: Json): Json => Object.fromEntries(Array.from({ length: tasks }, (_, at) => Object.entries(map).map(([key, value]) => [key.replace(/^t1(?=\/|$)/, `t${String(at + 1)}`), value])).flat());
  const material = Object.fromEntries(Object.entries(campaign['material'] as Record<string, Json>).map(([name, map]) => [name, everyTask(map)]));
  await writeFile(path, JSON.stringify({ ...campaign, trials, material, manifest: { ...manifest, runs: RUNS, tasks: Array.from({ length: tasks }, (_, at) => ({ ...manifest.tasks[0], id: `t${String(at + 1)}` })) } }));
}

async function writeJournal(dir: string, lines: readonly Json[]): Promise<void> {
  const path = join(dir, 'journal.jsonl');
  const [first = ''] = (await readFile(path, 'utf8')).split('\n');
  const journal = [first];
  const enter = (body: Json): void => { journal.push(JSON.stringify({ seq: journal.length + 1, time: '2026-11-30T12:00:00.000Z', ...body, prev: sha256(journal.at(-1) ?? '') })); };
  for (const line of lines) {
    const of = { trial: line['trial'], attempt: 1 };
    enter({ type: 'attempt.started', ...of });
    enter({ type: 'attempt.sealed', ...of, valid: true, ended: 'agent-exit', signals: [], evidence: sha256(String(line['trial'])) });
    enter({ type: 'attempt.scored', ...of, result: sha256(JSON.stringify(line)) });
  }
  enter({ type: 'campaign.finished' });
  await writeFile(path, journal.map((line) => `${line}\n`).join(''));
  await writeFile(join(dir, 'journal.head'), `${sha256(journal.at(-1) ?? '')}\n`);
}

/** Makes a trial of a campaign one of so many events: calls of tools, what they gave, and what was said of it. */
export async function manyEvents(dir: string, trial: string, events: number): Promise<void> {
  const path = join(attemptDir(dir, trial, 1), 'trace.jsonl');
  const lines = (await readFile(path, 'utf8')).trim().split('\n');
  const began = Date.parse((JSON.parse(lines[0] ?? '{}') as { time: string }).time);
  for (let seq = lines.length + 1; seq <= events; seq++) {
    const common = { seq, time: new Date(began + seq * 50).toISOString(), session: 1, source: 'agent' };
    const id = `call-${String(Math.floor(seq / 3))}`;
    const kinds = [
      { type: 'tool.call', call_id: id, name: 'read', arguments: { path: `src/module-${String(seq)}.ts`, limit: 200 } },
      { type: 'tool.result', call_id: id, result: Array.from({ length: 8 }, (_, line) => `export const value${String(line)} = compute(${String(seq)}, <T>(input) => input && ${String(line)});`).join('\n'), exit_code: 0, duration_ms: 40 },
      { type: 'message', result: `Module ${String(seq)} holds nothing about the decision; the next one may.` },
    ];
    lines.push(JSON.stringify({ ...common, ...kinds[seq % 3] }));
  }
  await writeFile(path, `${lines.join('\n')}\n`);
}
