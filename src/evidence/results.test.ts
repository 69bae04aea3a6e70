import { appendFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineOf, sealAttempt } from '../../test/support/campaign.js';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { tickingClock } from '../../test/support/ticking-clock.js';
import { sha256 } from '../common/digest.js';
import { UserError } from '../common/errors.js';
import { Journal } from './journal.js';
import { Results } from './results.js';

interface Open {
  dir: string;
  path: string;
  journal: Journal;
}

/** Three valid attempts and one that is not, scored in the order 2, 1, 3. */
async function scored(): Promise<Open> {
  const dir = temporaryDirectory();
  const journal = await Journal.open(dir, tickingClock());
  const results = await Results.open(dir, journal, lineOf(dir));
  for (const trial of ['t1', 't2', 't3']) await sealAttempt(dir, journal, trial, 1);
  await sealAttempt(dir, journal, 't4', 1, false);
  for (const trial of ['t2', 't1', 't3']) await results.add(trial, 1);
  await results.close();
  return { dir, path: join(dir, 'results.jsonl'), journal };
}

const trialsIn = async (path: string): Promise<unknown[]> =>
  (await readFile(path, 'utf8')).split('\n').slice(0, -1).map((line) => (JSON.parse(line) as { trial: unknown }).trial);

async function reopen({ dir, journal }: Open): Promise<string> {
  try {
    await (await Results.open(dir, journal, lineOf(dir))).close();
    return 'opened';
  } catch (error) {
    if (error instanceof UserError) return error.line;
    throw error;
  }
}

describe('results.jsonl', () => {
  it('has the lines that the journal announced, in that order', async () => {
    const { path, journal } = await scored();
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    expect(await trialsIn(path)).toEqual(['t2', 't1', 't3']);
    const announced = journal.entries.filter((entry) => entry.type === 'attempt.scored').map(({ result }) => result);
    expect(lines.map((line) => sha256(line))).toEqual(announced);
    await journal.close();
  });

  it('is the same after it is opened again, and no attempt is scored twice', async () => {
    const open = await scored();
    const [before, entries] = [await readFile(open.path), open.journal.entries.length];
    expect(await reopen(open)).toBe('opened');
    expect(await readFile(open.path)).toEqual(before);
    expect(open.journal.entries).toHaveLength(entries);
    await open.journal.close();
  });

  it('gets the line of an attempt that was sealed and not yet announced, from its files', async () => {
    const open = await scored();
    await sealAttempt(open.dir, open.journal, 't5', 1);
    expect(await reopen(open)).toBe('opened');
    expect(await trialsIn(open.path)).toEqual(['t2', 't1', 't3', 't5']);
    expect(open.journal.entries.at(-1)).toMatchObject({ type: 'attempt.scored', trial: 't5' });
    await open.journal.close();
  });

  it('gets back the announced last line wherever its writing ended, and the journal says so', async () => {
    const open = await scored();
    const whole = await readFile(open.path);
    const start = whole.lastIndexOf(10, -2) + 1;
    for (const at of [start, start + 1, start + 10, whole.length - 1]) {
      await truncate(open.path, at);
      expect(await reopen(open)).toBe('opened');
      expect(await readFile(open.path)).toEqual(whole);
      const torn = whole.subarray(start, at).toString('base64');
      expect(open.journal.entries.at(-1)).toMatchObject({ type: 'journal.recovered', file: 'results.jsonl', torn });
    }
    await open.journal.close();
  });

  it.each<[string, (lines: string[]) => string[], string]>([
    ['changed', (lines) => lines.with(1, '{"trial":"t1"}'), 'results.jsonl:2: is not what the journal announced'],
    ['exchanged', (lines) => lines.with(0, lines[1] ?? '').with(1, lines[0] ?? ''), 'results.jsonl:1: is not what the journal announced'],
    ['added', (lines) => [...lines, lines[0] ?? ''], 'results.jsonl:4: is not what the journal announced'],
    ['removed in the middle', (lines) => lines.toSpliced(1, 1), 'results.jsonl:2: is not what the journal announced'],
    ['removed, two at the end', (lines) => lines.slice(0, 1), 'results.jsonl:2: is missing'],
  ])('a line %s is refused, with its number', async (_, damage, expected) => {
    const open = await scored();
    const lines = (await readFile(open.path, 'utf8')).split('\n').slice(0, -1);
    await writeFile(open.path, `${damage(lines).join('\n')}\n`);
    expect(await reopen(open)).toContain(expected);
    await open.journal.close();
  });

  it('half a line that nobody announced is refused, also where the announced one is missing', async () => {
    const open = await scored();
    await appendFile(open.path, '{"tr');
    expect(await reopen(open)).toContain('results.jsonl:4: was not announced by the journal');
    const whole = await readFile(open.path);
    await writeFile(open.path, Buffer.concat([whole.subarray(0, whole.indexOf('{"trial":"t3"')), Buffer.from('{"forged')]));
    expect(await reopen(open)).toContain('results.jsonl:3: was not announced by the journal');
    await open.journal.close();
  });

  it('a last line that its attempt no longer gives is refused', async () => {
    const open = await scored();
    const whole = await readFile(open.path);
    await truncate(open.path, whole.lastIndexOf(10, -2) + 1);
    await writeFile(join(open.dir, 'trials/t3/attempt-1/score.json'), '{"grounded_correct":4}');
    expect(await reopen(open)).toContain('results.jsonl:3: cannot be written again: trials/t3/attempt-1 gives another line');
    await open.journal.close();
  });

  it('removed as a whole is refused once there was more than a line in it', async () => {
    const open = await scored();
    await rm(open.path);
    expect(await reopen(open)).toContain('results.jsonl:1: is missing');
    await open.journal.close();
  });

  it('is written one line after the other when many ask at once', async () => {
    const dir = temporaryDirectory();
    const journal = await Journal.open(dir, tickingClock());
    const results = await Results.open(dir, journal, lineOf(dir));
    const trials = Array.from({ length: 12 }, (_, n) => `t${String(n)}`);
    await Promise.all(trials.map(async (trial) => {
      await sealAttempt(dir, journal, trial, 1);
      await results.add(trial, 1);
    }));
    const announced = journal.entries.flatMap((entry) => (entry.type === 'attempt.scored' ? [entry.trial] : []));
    expect(await trialsIn(join(dir, 'results.jsonl'))).toEqual(announced);
    await results.close();
    await journal.close();
  });
});
