import { normalize } from './normalize.js';

/** One statement of a seeded source: a sentence or a line; what is too short to be told apart goes with what follows it. */
export interface Statement {
  source: string;
  /** UTF-8 bytes in the source: statements follow each other without a gap, so that their bytes add up to the source's. */
  from: number;
  to: number;
  /** As it stands there, with the white space around it. */
  text: string;
  normal: string;
}

/** Fewer letters and digits are found by chance: three words, about. */
export const SHORTEST = 16;
/** A longer sentence is cut at a space, so that what reached the model of it can be told. */
const LONGEST = 400;

/** The statements of all sources, in their order. A source with fewer than `SHORTEST` letters is one statement. */
export const statementsOf = (sources: Readonly<Record<string, string>>): Statement[] =>
  Object.entries(sources).flatMap(([source, text]) => statementsIn(source, text));

/** What to look for to find a quote: itself, or where it is too short to be told apart, the statement of its source around it. */
export const findable = (quote: string, source: string | null, statements: readonly Statement[]): string =>
  normalize(quote).length >= SHORTEST ? quote : (statements.find((one) => one.source === source && one.text.includes(quote))?.text ?? quote);

function statementsIn(source: string, text: string): Statement[] {
  const found: Statement[] = [];
  let at = 0;
  let pending = { text: '', normal: '' };
  let line = true;
  for (const piece of piecesOf(text)) {
    // A number is that of a line only where a line begins.
    pending = { text: pending.text + piece, normal: pending.normal + normalize(line ? piece : `.${piece}`) };
    line = piece.endsWith('\n');
    if (pending.normal.length < SHORTEST) continue;
    const to = at + Buffer.byteLength(pending.text);
    found.push({ source, from: at, to, ...pending });
    at = to;
    pending = { text: '', normal: '' };
  }
  if (pending.text === '') return found;
  const rest = Buffer.byteLength(pending.text);
  const last = found.pop();
  if (!last) return [{ source, from: at, to: at + rest, ...pending }];
  // Nothing follows the end of a file: it goes with what is before it.
  return [...found, { ...last, to: last.to + rest, text: last.text + pending.text, normal: last.normal + pending.normal }];
}

/** A text cut after its lines, sentences, and where a sentence is very long after some word. Joined again they are the text. */
function piecesOf(text: string): string[] {
  const sentences = text.split(/(?<=\n)|(?<=[.!?]["')\]]?[^\S\n]+)(?=\S)/);
  return sentences.flatMap((sentence) => (sentence.length <= LONGEST ? [sentence] : (sentence.match(CHUNKS) ?? [sentence])));
}

const CHUNKS = new RegExp(String.raw`[^]{1,${String(LONGEST)}}(?:\s|$)|[^]{1,${String(LONGEST)}}`, 'gu');
