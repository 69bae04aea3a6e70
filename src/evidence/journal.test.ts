import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { tickingClock } from '../../test/support/ticking-clock.js';
import { sha256 } from '../common/digest.js';
import { UserError } from '../common/errors.js';
import { GENESIS, headLag, readChain } from './chain.js';
import { Journal, readJournal, type JournalBody } from './journal.js';

const BODIES: JournalBody[] = [
  { type: 'campaign.opened', campaign: sha256('c'), lock: null },
  { type: 'attempt.started', trial: 'a', attempt: 1 },
  { type: 'attempt.interrupted', trial: 'a', attempt: 1, reason: 'killed', evidence: null },
  { type: 'note', text: 'äöü\n"quoted"' },
  { type: 'campaign.finished' },
];

async function journalOf(bodies: readonly JournalBody[] = BODIES): Promise<{ dir: string; path: string; head: string }> {
  const dir = temporaryDirectory();
  const journal = await Journal.open(dir, tickingClock());
  for (const body of bodies) await journal.append(body);
  await journal.close();
  return { dir, path: join(dir, 'journal.jsonl'), head: join(dir, 'journal.head') };
}

async function refusal(dir: string): Promise<string> {
  const error: unknown = await Journal.open(dir, tickingClock()).then((journal) => journal.close(), (reason: unknown) => reason);
  return error instanceof UserError ? error.line : `not refused: ${String(error)}`;
}

describe('a journal', () => {
  it('chains each line to the bytes of the one before, and keeps the digest of the last', async () => {
    const { path, head } = await journalOf();
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    const entries = lines.map((line) => JSON.parse(line) as { seq: number; prev: string });
    expect(entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(entries.map(({ prev }) => prev)).toEqual([GENESIS, ...lines.slice(0, -1).map((line) => sha256(line))]);
    expect(await readFile(head, 'utf8')).toBe(`${sha256(lines.at(-1) ?? '')}\n`);
    expect(lines[0]).toBe(
      `{"seq":1,"time":"2026-01-01T00:00:00.001Z","type":"campaign.opened","campaign":"${sha256('c')}","lock":null,"prev":"${GENESIS}"}`,
    );
  });

  it('goes on where it ended, and returns what was there', async () => {
    const { dir } = await journalOf();
    const journal = await Journal.open(dir, tickingClock());
    expect(journal.entries.map(({ type }) => type)).toEqual(BODIES.map(({ type }) => type));
    expect(await journal.append({ type: 'campaign.resumed' })).toMatchObject({ seq: 6, prev: sha256(await lastLine(dir, -2)) });
    await journal.close();
    expect((await readJournal(dir)).length).toBe(6);
  });

  it('writes entries that are asked for at once in the order of the calls', async () => {
    const dir = temporaryDirectory();
    const journal = await Journal.open(dir, tickingClock());
    await Promise.all(Array.from({ length: 50 }, (_, n) => journal.append({ type: 'note', text: String(n) })));
    await journal.close();
    expect((await readJournal(dir)).map((entry) => (entry.type === 'note' ? entry.text : ''))).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
  });

  it('has an entry on disk before anybody goes on, and its head at most one line behind', async () => {
    const dir = temporaryDirectory();
    const journal = await Journal.open(dir, tickingClock());
    for (const body of BODIES) {
      await journal.enter(body);
      const head = await readFile(join(dir, 'journal.head'), 'latin1');
      const chain = readChain(await readFile(join(dir, 'journal.jsonl')));
      expect(chain.entries.at(-1)).toMatchObject(body);
      expect([0, 1]).toContain(headLag(chain, head));
    }
    await journal.close();
    expect(headLag(readChain(await readFile(join(dir, 'journal.jsonl'))), await readFile(join(dir, 'journal.head'), 'latin1'))).toBe(0);
  });

  it('refuses an entry of a shape that is not known, and stays usable', async () => {
    const dir = temporaryDirectory();
    const journal = await Journal.open(dir, tickingClock());
    await expect(journal.append({ type: 'note', text: 'x', extra: 1 } as JournalBody)).rejects.toThrow();
    await expect(journal.append({ type: 'guess' } as unknown as JournalBody)).rejects.toThrow();
    await journal.append({ type: 'note', text: 'y' });
    await journal.close();
    expect((await readJournal(dir)).length).toBe(1);
  });

  it('can hold 100,000 entries', () => {
    const lines: string[] = [];
    let prev = GENESIS;
    for (let seq = 1; seq <= 100_000; seq += 1) {
      lines.push(JSON.stringify({ seq, time: '2026-01-01T00:00:00.000Z', type: 'note', text: 'x', prev }));
      prev = sha256(lines.at(-1) ?? '');
    }
    const chain = readChain(Buffer.from(`${lines.join('\n')}\n`));
    expect(chain.entries.length).toBe(100_000);
    expect(headLag(chain, `${prev}\n`)).toBe(0);
  });
});

describe('what a crash can leave', () => {
  it('is put right and recorded wherever a write of the last line ended', async () => {
    const { dir, path, head } = await journalOf();
    const whole = await readFile(path);
    const lastHead = await readFile(head);
    const next = Buffer.from(JSON.stringify({ seq: 6, time: '2026-01-01T00:00:09.000Z', type: 'campaign.resumed', prev: lastHead.toString().trim() }) + '\n');
    for (let written = 1; written < next.length; written += 7) {
      const torn = next.subarray(0, written);
      await writeFile(path, Buffer.concat([whole, torn]));
      await writeFile(head, lastHead);
      const journal = await Journal.open(dir, tickingClock());
      expect(journal.entries.slice(5)).toMatchObject([{ type: 'journal.recovered', file: 'journal.jsonl', torn: torn.toString('base64') }]);
      await journal.append({ type: 'campaign.resumed' });
      await journal.close();
      expect((await readJournal(dir)).length).toBe(7);
    }
  });

  it('is put right and recorded between the line and the head, also for the very first line', async () => {
    for (const count of [1, 2, 5]) {
      const { dir, head } = await journalOf(BODIES.slice(0, count - 1));
      const before = await readFile(head);
      const journal = await Journal.open(dir, tickingClock());
      await journal.append(BODIES[count - 1] ?? { type: 'campaign.resumed' });
      await journal.close();
      await writeFile(head, before);
      const again = await Journal.open(dir, tickingClock());
      expect(again.entries.slice(count)).toMatchObject([{ type: 'journal.recovered', file: 'journal.head', torn: '' }]);
      await again.close();
      expect(await refusal(dir)).toBe('not refused: undefined');
    }
  });

  it('is a journal that was not begun', async () => {
    const dir = temporaryDirectory();
    await writeFile(join(dir, 'journal.head'), `${GENESIS}\n`);
    const journal = await Journal.open(dir, tickingClock());
    expect(journal.entries).toEqual([]);
    await journal.close();
    expect(existsSync(join(dir, 'journal.jsonl'))).toBe(true);
  });
});

describe('what a crash cannot leave is refused, with its place', () => {
  const changeAt = (line: number) => (lines: string[]) => lines.with(line, (lines[line] ?? '').replace('"time":"2026', '"time":"2027'));
  const table: [string, (lines: string[]) => string[], RegExp][] = BODIES.flatMap((_, at) => {
    const last = at === BODIES.length - 1;
    const [here, below] = [String(at + 1), String(at + 2)];
    const follows = last ? /^journal\.head: does not stand for the last line/ : new RegExp(`^journal\\.jsonl:${below}: does not follow`);
    const gone = last ? /^journal\.head: does not stand/ : new RegExp(`^journal\\.jsonl:${here}: does not follow`);
    const rows: [string, (lines: string[]) => string[], RegExp][] = [
      [`line ${here} changed`, changeAt(at), follows],
      [`line ${here} removed`, (lines) => lines.toSpliced(at, 1), gone],
      [`line ${here} doubled`, (lines) => lines.toSpliced(at, 0, lines[at] ?? ''), new RegExp(`^journal\\.jsonl:${below}: does not follow`)],
      [`line ${here} broken`, (lines) => lines.with(at, '{'), new RegExp(`^journal\\.jsonl:${here}: is not a journal entry`)],
      [`line ${here} empty`, (lines) => lines.with(at, ''), new RegExp(`^journal\\.jsonl:${here}: is not a journal entry`)],
    ];
    if (!last) rows.push([`lines ${here} and ${below} exchanged`, (lines) => lines.with(at, lines[at + 1] ?? '').with(at + 1, lines[at] ?? ''), new RegExp(`^journal\\.jsonl:${here}: does not follow`)]);
    return rows;
  });

  it.each(table)('%s', async (_, damage, expected) => {
    const { dir, path } = await journalOf();
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1);
    await writeFile(path, `${damage(lines).join('\n')}\n`);
    expect(await refusal(dir)).toMatch(expected);
  });

  it.each<[string, (head: string) => string | undefined]>([
    ['changed', (head) => head.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
    ['cut by one byte', (head) => head.slice(0, -1)],
    ['longer by one byte', (head) => `${head}\n`],
    ['empty', () => ''],
    ['set back to the beginning', () => `${GENESIS}\n`],
    ['removed', () => undefined],
  ])('the head %s', async (_, damage) => {
    const { dir, head } = await journalOf();
    const damaged = damage(await readFile(head, 'utf8'));
    if (damaged === undefined) await rm(head);
    else await writeFile(head, damaged);
    expect(await refusal(dir)).toMatch(/^journal\.head: does not stand for the last line of journal\.jsonl \(line 5\)/);
  });

  it('the last byte removed, or the last two lines', async () => {
    const { dir, path } = await journalOf();
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, -1));
    expect(await refusal(dir)).toMatch(/^journal\.head: does not stand/);
    await writeFile(path, `${whole.toString().split('\n').slice(0, 3).join('\n')}\n`);
    expect(await refusal(dir)).toMatch(/^journal\.head: does not stand/);
  });

  it('the journal removed, with or without its head', async () => {
    const { dir, path, head } = await journalOf();
    await rm(path);
    expect(await refusal(dir)).toMatch(/^journal\.jsonl: is missing/);
    await rm(head);
    await mkdir(join(dir, 'trials', 'a'), { recursive: true });
    expect(await refusal(dir)).toMatch(/^journal\.jsonl: is missing/);
  });
});

describe('reading without writing', () => {
  it('takes a journal that is being written as far as it goes', async () => {
    const { dir, path, head } = await journalOf();
    const old = await readFile(head);
    const journal = await Journal.open(dir, tickingClock());
    await journal.append({ type: 'campaign.resumed' });
    await journal.append({ type: 'campaign.finished' });
    await journal.close();
    await writeFile(head, old);
    await writeFile(path, `${await readFile(path, 'utf8')}{"seq":8`);
    expect((await readJournal(dir)).length).toBe(7);
  });

  it('says when a directory is no campaign', async () => {
    const dir = temporaryDirectory();
    await expect(readJournal(dir)).rejects.toMatchObject({ line: `${dir}: is not a campaign directory; it has no journal.jsonl` });
  });
});

async function lastLine(dir: string, at: number): Promise<string> {
  return (await readFile(join(dir, 'journal.jsonl'), 'utf8')).split('\n').slice(0, -1).at(at) ?? '';
}
