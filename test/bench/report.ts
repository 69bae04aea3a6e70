import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { inPackage } from '../../src/common/package-root.js';
import type { Spread } from './rounds.js';
import type { Phases, Row } from './sections.js';

/** What is between these lines of the document is measured; the rest is written by hand. */
const BEGIN = '<!-- measured: written by `make bench` -->';
const END = '<!-- end of what was measured -->';
const FILE = inPackage('docs', 'benchmarks.md');

export interface Report {
  date: Date;
  commit: string;
  load: { before: number; after: number };
  engine: string | undefined;
  reference: string | undefined;
  rows: Row[];
  /** By column. */
  phases: Record<string, Phases>;
  notes: string[];
}

/** Puts what was measured into docs/benchmarks.md. Names no host and no path. */
export function writeReport(report: Report): void {
  const text = readFileSync(FILE, 'utf8');
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (before === -1 || after === -1) throw new Error(`${FILE} has no place for what was measured`);
  writeFileSync(FILE, `${text.slice(0, before)}${BEGIN}\n\n${body(report)}\n${text.slice(after)}`);
}

function body({ date, commit, load, engine, reference, rows, phases, notes }: Report): string {
  return [
    `Measured on ${date.toISOString().slice(0, 10)} at commit ${commit}, on ${machine()}; ${engine ?? 'no engine'}. The machine's load was ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after.`,
    ...(reference === undefined ? [] : ['', `Plain: ${reference}, bare \`node -e 0\`, bare \`bwrap … true\`.`]),
    '',
    '| what | ours, ms | plain, ms | of each pair | budget | |',
    '|---|--:|--:|--:|--:|---|',
    ...rows.map(line),
    '',
    'Median (least–most). "Of each pair" compares the two runs of one round, and its median is what the budget is held against.',
    '',
    'Where the time goes, medians, ms:',
    '',
    ...phaseTable(phases),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
    '',
  ].join('\n');
}

const line = ({ what, ours, plain, verdict, unit, budget, rounds }: Row): string =>
  `| ${what} (${String(rounds)} pairs) | ${ms(ours)} | ${ms(plain)} | ${comparison(verdict, unit)} | ${budget?.text ?? '–'} | ${budget === undefined ? '' : budget.met ? 'met' : '**not met**'} |`;

const ms = ({ median, min, max }: Spread): string => `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;

function comparison({ median, min, max }: Spread, unit: Row['unit']): string {
  const digits = unit === '×' ? 2 : 0;
  return `${median.toFixed(digits)} ${unit} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

function phaseTable(phases: Record<string, Phases>): string[] {
  const columns = Object.keys(phases);
  const rows = [...new Set(columns.flatMap((column) => Object.keys(phases[column] ?? {})))];
  return [
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '--:').join('|')}|`,
    ...rows.map((row) => `| ${row} | ${columns.map((column) => phases[column]?.[row]?.toFixed(0) ?? '').join(' | ')} |`),
  ];
}

function machine(): string {
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  return `${String(cpus().length)} × ${cpus()[0]?.model.trim() ?? 'processor'}, ${memory}, Linux ${release()}, Node ${process.version}`;
}

export const load = (): number => loadavg()[0] ?? NaN;
