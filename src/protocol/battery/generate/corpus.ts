import type { CorpusSpec, Setting } from '../schema.js';
import type { Draw } from '../draw.js';
import type { Slots } from '../slots.js';
import { REGISTERS, type Register } from './registers.js';

/** Documents that were made, and what a task may say about them: slots `corpus.…`. */
export interface Corpus {
  files: ReadonlyMap<string, string>;
  slots: Slots;
}

interface Item {
  name: string;
  /** Its values in the order in which they came to hold; the last one holds. */
  values: string[];
}

interface Dated {
  day: number;
  title: string;
  lines: string[];
  /** Whose value it gives, and which of its values. */
  gives?: { item: Item; at: number };
}

/**
 * A register of documents over one year. One item's value is replaced `updates` times; look-alike items have values of the same kind, and stay or
 * change too. No document says that it is replaced (unless `labelled`): what holds is decided by the dates in force. The replacement may stand in
 * a document about other things, and file names do not tell the order. `stale_note` is a hand-over that repeats the value before last.
 */
export function generateCorpus({ folder, register, stale_note, labelled }: CorpusSpec, { documents, updates, lookalikes }: Setting, draw: Draw): Corpus {
  const words = REGISTERS[register];
  const [target, ...others] = makeItems(words, updates, Math.max(2, lookalikes), draw.for('items'));
  if (target === undefined) throw new RangeError('a register has no items');
  const dated = [...statements(target, words, draw.for('target')), ...others.flatMap((item) => statements(item, words, draw.for(item.name)))].sort((a, b) => a.day - b.day);
  const filler = Array.from({ length: Math.max(0, documents - dated.length) }, (_, at) => fillerDocument(words, draw.for(`filler ${String(at)}`)));
  const order = draw.for('numbers').some([...dated, ...filler], Infinity);
  const files = new Map<string, string>();
  const paths = new Map<Dated, string>();
  order.forEach((document, at) => {
    const path = `${folder}/${words.prefix}-${String(at + 101)}.md`;
    paths.set(document, path);
    files.set(path, render(document, words, labelled && isReplaced(document)));
  });
  if (stale_note !== undefined) files.set(stale_note, note(target, words));
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), slots: slotsOf(target, others, dated, paths, words) };
}

const isReplaced = ({ gives }: Dated): boolean => gives !== undefined && gives.at < gives.item.values.length - 1;

function makeItems(words: Register, updates: number, lookalikes: number, draw: Draw): Item[] {
  const names = draw.some(words.items, lookalikes + 1);
  const values = draw.some(words.values(draw), (lookalikes + 1) * (updates + 1));
  return names.map((name, at) => {
    const many = at === 0 ? updates + 1 : at === 1 ? 2 : 1;
    return { name, values: values.splice(0, many) };
  });
}

/** One document for each value of an item. Later ones come in force later; the last is far from the first. */
function statements(item: Item, words: Register, draw: Draw): Dated[] {
  const { values } = item;
  return values.map((value, at) => {
    const day = Math.min(330, 10 + Math.floor((300 / values.length) * at) + draw.below(20));
    const first = at === 0;
    const own = words.states(item.name, value, date(day + 14), first);
    const around = draw.some(words.filler, 3);
    // The replacement is one sentence among others, under a title that does not name the item.
    return { day, title: first ? words.title(item.name) : draw.pick(words.titles), lines: first ? [own, around[0] ?? ''] : [around[0] ?? '', own, around[1] ?? '', around[2] ?? ''], gives: { item, at } };
  });
}

const fillerDocument = (words: Register, draw: Draw): Dated => ({ day: draw.between(5, 350), title: draw.pick(words.titles), lines: draw.some(words.filler, draw.between(2, 4)) });

const render = ({ day, title, lines }: Dated, words: Register, replaced: boolean): string =>
  `# ${title}\n\n${words.dateline} ${date(day)}\n\n${replaced ? 'Replaced by a later document.\n\n' : ''}${lines.filter((line) => line !== '').join('\n')}\n`;

const note = ({ name, values }: Item, words: Register): string => `# For whoever takes over\n\n- Keys are with the front desk until six.\n- ${words.short(name, values.at(-2) ?? '')}\n- The shared calendar is the one named Operations.\n`;

function slotsOf(target: Item, others: readonly Item[], dated: readonly Dated[], paths: ReadonlyMap<Dated, string>, words: Register): Slots {
  const pathOf = (item: Item, at: number): string => {
    const found = dated.find(({ gives }) => gives?.item === item && gives.at === at);
    return (found && paths.get(found)) ?? '';
  };
  const [other, third] = others;
  const last = target.values.length - 1;
  return {
    'corpus.item': target.name,
    'corpus.current': target.values[last] ?? '',
    'corpus.current_source': pathOf(target, last),
    'corpus.previous': target.values[last - 1] ?? '',
    'corpus.previous_source': pathOf(target, last - 1),
    'corpus.first': target.values[0] ?? '',
    'corpus.first_source': pathOf(target, 0),
    'corpus.other_item': other?.name ?? '',
    'corpus.other': other?.values.at(-1) ?? '',
    'corpus.other_previous': other?.values[0] ?? '',
    'corpus.other_source': other ? pathOf(other, other.values.length - 1) : '',
    'corpus.other_previous_source': other ? pathOf(other, 0) : '',
    'corpus.third_item': third?.name ?? '',
    'corpus.third': third?.values[0] ?? '',
    'corpus.third_source': third ? pathOf(third, 0) : '',
    'corpus.quantity': words.quantity,
  };
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A day of 2026 in words, counted from 1 to 365; later ones are the last. */
function date(day: number): string {
  let left = Math.min(day, 365);
  for (const [month, length] of LENGTHS.entries()) {
    if (left <= length) return `${String(left)} ${MONTHS[month] ?? ''} 2026`;
    left -= length;
  }
  return '31 December 2026';
}
