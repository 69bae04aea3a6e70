import { existsSync, readFileSync, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonLines } from './cleanslate.js';

/** The journal of a campaign, as it stands. */
export const journalOf = (dir: string): Record<string, unknown>[] => jsonLines(readFileSync(join(dir, 'journal.jsonl'), 'utf8'));

/** `<trial>/<attempt>` of every sealed attempt, in the order of their sealing. */
export const sealedIn = (dir: string): string[] =>
  journalOf(dir).flatMap(({ type, trial, attempt }) => (type === 'attempt.sealed' ? [`${String(trial)}/${String(attempt)}`] : []));

/** The line in which a summary says how many of a campaign's attempts were interrupted: all that tells it from that of an undisturbed one. */
export function interruptedLine(dir: string): string {
  const count = journalOf(dir).filter(({ type }) => type === 'attempt.interrupted').length;
  return `Interrupted when the harness or its engine ended, kept without points, their trials are run again: ${String(count)} attempt${count === 1 ? '' : 's'}.\n`;
}

/** Resolves when the campaign's journal holds as many sealed attempts and one more that has begun. */
export async function untilUnderWay(dir: string, count: number): Promise<void> {
  await mkdir(dir, { recursive: true });
  const isUnderWay = (): boolean => {
    if (!existsSync(join(dir, 'journal.jsonl'))) return false;
    const entries = readFileSync(join(dir, 'journal.jsonl'), 'utf8').split('\n');
    const number = (type: string): number => entries.filter((line) => line.includes(`"type":"${type}"`)).length;
    return number('attempt.sealed') >= count && number('attempt.started') > number('attempt.sealed');
  };
  await new Promise<void>((resolve) => {
    const watcher = watch(dir, () => {
      if (!isUnderWay()) return;
      watcher.close();
      resolve();
    });
    if (isUnderWay()) {
      watcher.close();
      resolve();
    }
  });
}
