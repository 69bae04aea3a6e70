/** What the rows of tables are about: everything but the run. */
export interface RowParts {
  configuration: string;
  task: string;
  profile: string;
}

export interface TrialParts extends RowParts {
  /** From 1. */
  run: number;
}

/** What the runs of a task in a configuration and profile have in common. */
export const rowKey = ({ configuration, task, profile }: RowParts): string => `${configuration}.${task}.${profile}`;

/** `<configuration>.<task>.<profile>.run-<n>`. No part holds a dot, so the parts can be told apart. */
export const trialId = (parts: TrialParts): string => `${rowKey(parts)}.run-${String(parts.run)}`;

/** The parts of a trial's id; what is none has empty ones, and no number. */
export function partsOf(id: string): TrialParts {
  const [configuration = '', task = '', profile = '', run = ''] = id.split('.');
  return { configuration, task, profile, run: Number(/^run-(\d+)$/.exec(run)?.[1]) };
}

/** Lines of one row together, in their order; rows sorted by their key. */
export function byRow<T extends RowParts>(lines: readonly T[]): [T, ...T[]][] {
  const rows = new Map<string, [T, ...T[]]>();
  for (const line of lines) {
    const row = rows.get(rowKey(line));
    if (row) row.push(line);
    else rows.set(rowKey(line), [line]);
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
