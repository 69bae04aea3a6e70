import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/common/digest.js';
import { readScore } from '../../src/trial/attempt-files.js';
import { resultsLine } from '../../src/trial/results-line.js';
import { jsonLines } from './cleanslate.js';

/**
 * Changes a file of an attempt and all that stands for it: the list of the attempt's digests, results.jsonl, the journal from there on, its head.
 * Nothing is left that bytes could tell.
 */
export async function forge(dir: string, trial: string, name: string, change: (text: string) => string): Promise<void> {
  const attempt = `trials/${trial}/attempt-1`;
  const edit = (path: string, how: (text: string) => string): void => { writeFileSync(join(dir, path), how(readFileSync(join(dir, path), 'utf8'))); };
  const before = sha256(readFileSync(join(dir, attempt, name)));
  edit(`${attempt}/${name}`, change);
  edit(`${attempt}/evidence.sha256`, (text) => text.replace(before, sha256(readFileSync(join(dir, attempt, name)))));
  await readScore(dir, trial, 1); // It is still one.
  const line = await resultsLine(dir, trial, 1);
  edit('results.jsonl', (text) => jsonLines(text).map((one) => `${one['trial'] === trial ? line : JSON.stringify(one)}\n`).join(''));
  let prev = '0'.repeat(64);
  edit('journal.jsonl', (text) => jsonLines(text).map((entry) => {
    const own = entry['trial'] === trial;
    const forged = JSON.stringify({ ...entry, ...(own && entry['type'] === 'attempt.sealed' && { evidence: sha256(readFileSync(join(dir, attempt, 'evidence.sha256'))) }), ...(own && entry['type'] === 'attempt.scored' && { result: sha256(line) }), prev });
    prev = sha256(forged);
    return `${forged}\n`;
  }).join(''));
  writeFileSync(join(dir, 'journal.head'), `${prev}\n`);
}
