import type { PlannedSlot } from '../../campaign/observer.js';

interface Row {
  trials: number;
  done: number;
  invalid: number;
  /** Ms that its finished attempts took, each. */
  took: number[];
}

interface Running {
  configuration: string;
  attempt: number;
  since: number;
}

/** Size of the terminal, characters. */
export interface Size {
  columns: number;
  rows: number;
}

const HEAD = ['Configuration', 'Done', 'Running', 'Invalid', 'Mean time'] as const;

/** How far a campaign is: a row for each configuration, the trials that run, the rate and the time that is left. Times are ms of one monotonic clock. */
export class LiveTable {
  private readonly configurations = new Map<string, Row>();
  private readonly of = new Map<string, string>();
  private readonly running = new Map<string, Running>();
  /** Trials that ended since this run began: what an earlier one did says nothing about the rate. */
  private ended = 0;

  constructor(private readonly began: number) {}

  planned(slots: readonly PlannedSlot[]): void {
    for (const { trial, configuration, done } of slots) {
      const row = this.configurations.get(configuration) ?? { trials: 0, done: 0, invalid: 0, took: [] };
      this.configurations.set(configuration, { ...row, trials: row.trials + 1, done: row.done + Number(done) });
      this.of.set(trial, configuration);
    }
  }

  started(trial: string, attempt: number, now: number): void {
    this.running.set(trial, { configuration: this.of.get(trial) ?? '', attempt, since: now });
  }

  finished({ trial, valid, final }: { trial: string; valid: boolean; final: boolean }, now: number): void {
    const { configuration = '', since = now } = this.running.get(trial) ?? {};
    this.running.delete(trial);
    this.ended += Number(final);
    const row = this.configurations.get(configuration);
    if (!row) return;
    row.took.push(now - since);
    row.done += Number(final);
    row.invalid += Number(!valid);
  }

  /** As many lines as the terminal shows, none longer than it is wide. */
  text(now: number, { columns, rows }: Size): string {
    const running = [...this.running].map(([trial, { attempt, since }]) => `  ${trial}${attempt > 1 ? ` attempt ${String(attempt)}` : ''}  ${span(now - since)}`);
    const room = Math.max(1, rows - 3);
    const shown = limited(running, Math.max(1, Math.floor(room / 3)));
    const table = limited(aligned([HEAD, ...[...this.configurations].map(([id, row]) => this.cells(id, row))]), room - shown.length - 1);
    return [...table, ...shown, this.total(now)].map((line) => line.slice(0, columns - 1)).join('\n');
  }

  private cells(id: string, { trials, done, invalid, took }: Row): string[] {
    const running = [...this.running.values()].filter(({ configuration }) => configuration === id).length;
    const mean = took.length === 0 ? '' : span(took.reduce((sum, ms) => sum + ms, 0) / took.length);
    return [id, `${String(done)}/${String(trials)}`, String(running), String(invalid), mean];
  }

  private total(now: number): string {
    const all = [...this.configurations.values()];
    const sum = (key: 'trials' | 'done' | 'invalid'): number => all.reduce((total, row) => total + row[key], 0);
    const each = (now - this.began) / this.ended;
    const pace = this.ended === 0 ? '' : `, ${(60_000 / each).toFixed(1)} trials a minute, about ${span(each * (sum('trials') - sum('done')))} left`;
    return `${String(sum('done'))} of ${String(sum('trials'))} trials done, ${String(sum('invalid'))} ${sum('invalid') === 1 ? 'invalid attempt' : 'invalid attempts'}${pace}`;
  }
}

/** The first lines, and how many more there are. */
const limited = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, Math.max(0, most - 1)), `  and ${String(lines.length - Math.max(0, most - 1))} more`];

/** The first column to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '));
}

function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 90 ? `${String(seconds)} s` : `${String(Math.round(seconds / 60))} min`;
}
