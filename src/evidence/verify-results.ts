import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../common/digest.js';
import { checksOf, plural, type Check, type Subject } from './check.js';
import { attemptPath, RESULTS_FILE } from './layout.js';
import { splitLines, unscored } from './results.js';

/** results.jsonl holds exactly the lines that the journal announced, in that order, one for each valid attempt. */
export async function verifyResults({ dir, entries, running, crashed, finished, redactions }: Subject): Promise<Check[]> {
  const scored = entries.filter((entry) => entry.type === 'attempt.scored');
  const bytes = await readFile(join(dir, RESULTS_FILE)).catch(() => undefined);
  if (!bytes) {
    return checksOf('results', scored.length > 0 || finished ? [`${RESULTS_FILE}: missing`] : [], `${RESULTS_FILE}: not begun yet`);
  }
  const { lines, torn } = splitLines(bytes);
  const faults = scored.flatMap(({ trial, attempt, result }, index) => {
    const line = lines[index];
    const where = `${RESULTS_FILE}:${String(index + 1)}`;
    // Announced, and then the harness died before it wrote the line; or it is just about to.
    if (line === undefined) return (crashed || running) && index === scored.length - 1 ? [] : [`${where}: missing (${attemptPath(trial, attempt)})`];
    return redactions.original(where, sha256(line)) === result ? [] : [`${where}: changed, or not in its place (${attemptPath(trial, attempt)} is expected here)`];
  });
  if (!running) {
    lines.slice(scored.length).forEach((_, index) => {
      faults.push(`${RESULTS_FILE}:${String(scored.length + index + 1)}: unknown, the journal does not announce it`);
    });
    if (torn.length > 0 && !(crashed && lines.length < scored.length)) {
      faults.push(`${RESULTS_FILE}:${String(lines.length + 1)}: ends in the middle of a line`);
    }
  }
  if (finished) faults.push(...unscored(entries).map(({ trial, attempt }) => `${attemptPath(trial, attempt)}: valid, but has no line in ${RESULTS_FILE}`));
  return checksOf('results', faults, `${RESULTS_FILE}: ${plural(scored.length, 'line')}, as announced`);
}
