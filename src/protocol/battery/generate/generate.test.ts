import { expect, test } from 'vitest';
import { holdsToken } from '../../../scoring/checklist/values.js';
import { Draw } from '../draw.js';
import { generateCorpus, type Corpus } from './corpus.js';
import { distract } from './distraction.js';

const far = { tokens: 14_000, documents: 60, updates: 4, lookalikes: 12 };
const make = (seed: string, setting = far): Corpus => generateCorpus({ folder: 'docs', register: 'devices', stale_note: 'HANDOVER.md', labelled: false }, setting, new Draw(seed));
const seeds = ['a', 'b', 'c', 'd'];

/** The days that a register's sentence names, by the value of one item. */
const inForce = ({ files, slots }: Corpus): { day: number; value: string; path: string }[] =>
  [...files].flatMap(([path, text]) => [...text.matchAll(/(?:alarm limit of (.+?) is set to|survey (.+?) alarms at) ([\d.]+) millibar,? (?:with effect from|effective) (\d+ \w+ \d+)/g)]
    .filter(([, first, later]) => (first ?? later) === slots['corpus.item'])
    .map(([, , , value = '', day = '']) => ({ day: Date.parse(`${day} UTC`), value, path })))
    .sort((a, b) => a.day - b.day);

test.each(seeds)('seed %s: what comes in force last is the current value, in its document, after as many updates as asked for', (seed) => {
  const corpus = make(seed);
  const found = inForce(corpus);
  expect(found).toHaveLength(5);
  expect(new Set(found.map(({ value }) => value)).size).toBe(5);
  expect(new Set(found.map(({ day }) => day)).size).toBe(5);
  expect(found.at(-1)).toMatchObject({ value: corpus.slots['corpus.current'], path: corpus.slots['corpus.current_source'] });
  expect(found.at(-2)).toMatchObject({ value: corpus.slots['corpus.previous'], path: corpus.slots['corpus.previous_source'] });
  expect(found[0]).toMatchObject({ value: corpus.slots['corpus.first'], path: corpus.slots['corpus.first_source'] });
});

test('the hard cases: nothing says that it is replaced, the note has an old value, file names do not tell the order', () => {
  const corpora = seeds.map((seed) => make(seed));
  for (const { files, slots } of corpora) {
    expect([...files.values()].join('\n')).not.toMatch(/supersede|replace|no longer|obsolete|void/i);
    const note = files.get('HANDOVER.md') ?? '';
    expect([holdsToken(note, String(slots['corpus.previous'])), holdsToken(note, String(slots['corpus.current']))]).toEqual([true, false]);
  }
  const newestIsLast = corpora.map(({ files, slots }) => [...files.keys()].filter((path) => path.startsWith('docs/')).at(-1) === slots['corpus.current_source']);
  expect(newestIsLast).toContain(false);
});

test('a labelled corpus says so in every document that was replaced, and in no other', () => {
  const corpus = generateCorpus({ folder: 'docs', register: 'devices', labelled: true }, far, new Draw('a'));
  const labelled = [...corpus.files].filter(([, text]) => text.includes('Replaced by a later document.')).map(([path]) => path);
  expect(labelled).toContain(corpus.slots['corpus.previous_source']);
  expect(labelled).not.toContain(corpus.slots['corpus.current_source']);
});

test('documents, updates and look-alikes are dials; the same seed gives the same bytes', () => {
  expect(make('a').files.size).toBe(61);
  expect(make('a', { ...far, documents: 200 }).files.size).toBe(201);
  expect(inForce(make('a', { ...far, updates: 1 }))).toHaveLength(2);
  expect([...make('a').files]).toEqual([...make('a').files]);
  expect([...make('a').files]).not.toEqual([...make('b').files]);
});

test.each(['log', 'thread', 'table', 'chat'] as const)('%s: as long as asked for, other with every seed, the same with the same', (kind) => {
  const of = (tokens: number, seed = 'a'): string => distract(kind, tokens, 5, new Draw(seed));
  for (const tokens of [200, 4000]) {
    expect(of(tokens).length).toBeGreaterThan(tokens * 3.3);
    expect(of(tokens).length).toBeLessThan(tokens * 6 + 400);
  }
  expect(of(4000)).toBe(of(4000));
  expect(of(4000)).not.toBe(of(4000, 'b'));
});
