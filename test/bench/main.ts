import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { inPackage } from '../../src/common/package-root.js';
import { isProgram, openEngine, type Engine } from './engine.js';
import { engineMachine, localMachine } from './machines.js';
import { replayAgainstLive } from './replay.js';
import { reportPages } from './report-pages.js';
import { load, writeReport, type Report } from './report.js';
import { atOnce, overhead, plainBubblewrap, plainSteps, startUp, throughput } from './sections.js';

/** The budgets (docs/architecture.md). */
const MOST = { upper: 1.25, archive: 1.7 } as const;
const SECTIONS = ['upper', 'archive', 'throughput', 'start-up', 'local', 'replay', 'pages'];

/** Measures the sections that are named, all by default. Only a run of all of them writes the document. */
export async function main(asked: readonly string[]): Promise<number> {
  const unknown = asked.find((name) => !SECTIONS.includes(name));
  if (unknown !== undefined) {
    process.stderr.write(`bench: no section ${unknown}; there are ${SECTIONS.join(', ')}\n`);
    return 2;
  }
  const wanted = (name: string): boolean => asked.length === 0 || asked.includes(name);
  const report: Report = { date: new Date(), commit: commit(), load: { before: load(), after: NaN }, engine: undefined, reference: undefined, rows: [], phases: {}, notes: [] };
  if (wanted('start-up')) report.rows.push(await startUp(30));
  const engine = await openEngine(say);
  if (engine === undefined) say('no container engine answers: only what needs none is measured');
  else await withEngine(engine, wanted, report);
  if (wanted('local')) await local(report);
  if (wanted('pages')) {
    const { rows, notes } = await reportPages();
    report.rows.push(...rows);
    report.notes.push(...notes);
  }
  report.load.after = load();
  for (const { what, ours, plain, verdict, unit, budget } of report.rows) {
    say(`${what}: ${ours.median.toFixed(0)} ms against ${plain.median.toFixed(0)} ms, ${verdict.median.toFixed(2)} ${unit}${budget === undefined ? '' : `, budget ${budget.text}: ${budget.met ? 'met' : 'NOT MET'}`}`);
  }
  for (const [name, phases] of Object.entries(report.phases)) say(`${name}: ${Object.entries(phases).map(([phase, ms]) => `${phase} ${ms.toFixed(0)}`).join(', ')}`);
  report.notes.forEach(say);
  if (asked.length === 0 && engine !== undefined) writeReport(report);
  return 0;
}

async function withEngine(engine: Engine, wanted: (name: string) => boolean, report: Report): Promise<void> {
  report.reference = engine.reference;
  const upper = await engineMachine(engine.endpoint, 'upper');
  const { name, version, storage, cgroup } = await upper.provider.describe();
  report.engine = `${name ?? 'engine'} ${version ?? ''} (${storage ?? ''}, cgroup ${cgroup ?? ''})`;
  if (wanted('upper')) {
    const { row, phases } = await overhead('one trial, upper directory', upper, engine.plain, 40, MOST.upper);
    report.rows.push(row);
    report.phases['trial, upper'] = phases;
  }
  if (wanted('archive')) {
    const archive = await engineMachine(engine.endpoint, 'archive');
    const { row, phases } = await overhead('one trial, engine’s API alone', archive, engine.plain, 40, MOST.archive);
    await archive.close();
    report.rows.push(row);
    report.phases['trial, API alone'] = phases;
  }
  if (wanted('upper')) report.phases['plain container, API'] = await plainSteps(engine, 20);
  if (wanted('throughput')) {
    const { row, setUp } = await throughput(upper, engine, atOnce(), 12, 8);
    report.rows.push(row);
    report.notes.push(`Setting up a campaign of one workspace takes ${setUp.median.toFixed(0)} ms (${setUp.min.toFixed(0)}–${setUp.max.toFixed(0)}) before its first trial, once.`);
  }
  if (wanted('replay')) report.rows.push(await replayAgainstLive(upper, 5));
  await upper.close();
  engine.close();
}

async function local(report: Report): Promise<void> {
  const machine = await localMachine();
  const bwrap = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'bwrap')).find(isProgram);
  if (machine !== undefined && bwrap !== undefined) {
    const { row, phases } = await overhead('one trial, local', machine, plainBubblewrap(bwrap), 40);
    report.rows.push(row);
    report.phases['trial, local'] = phases;
  } else report.notes.push('Bubblewrap does not work here: local sandboxes were not measured.');
  await machine?.close();
}

function commit(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: inPackage(), encoding: 'utf8' }).trim();
  return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no', '--', 'src') === '' ? '' : ' with changes'}`;
}

const say = (text: string): void => void process.stderr.write(`bench: ${text}\n`);
