import { blocksOf, type Block } from './blocks.js';
import { findDate, leadingDate } from './dates.js';
import { sentencesIn } from './sentences.js';
import { contentStems, plainWords } from './words.js';

/** How much a file counts: what holds now, what was said in a conversation once, what is marked as no longer holding. */
export const CURRENT = 2;
export const SAID = 1;
export const RETIRED = 0;

/** One sentence of a file, with what is needed to weigh it. */
export interface Statement {
  source: string;
  /** Verbatim. */
  text: string;
  words: string[];
  stems: Set<string>;
  /** Stems of the headings and items around it, and of its path. */
  around: Set<string>;
  /** Text of the same. */
  context: string;
  rank: number;
  /** `2026-05-04`; undefined where nothing dates it. */
  day: string | undefined;
  /** Counts the statements of a file. */
  order: number;
}

const conversation = /^(?:sessions?|transcripts?|conversations?|chats?|meetings?|minutes|journal|diary|logs?|history|archived?|old)$/i;
const noLongerHeading = /\b(?:superseded|obsolete|outdated|deprecated|withdrawn|revoked|retracted|no longer valid)\b/i;
/** A short sentence, or a line of front matter, that says of what stands around it that it no longer holds. */
const noLonger = /^\W*(?:status\W+)?(?:(?:this|the above) (?:\w+ )?(?:is|was|has been|were)(?: now)? )?(?:superseded|withdrawn|revoked|retracted|obsolete|replaced by)\b/i;

/** Splits one file into statements. Headings, file names and opening words date them. */
export function statementsOf(source: string, text: string): Statement[] {
  const front = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const blocks = blocksOf(text);
  const fileDay = dayOfFile(source, text, front);
  const rank = front.split('\n').some((line) => noLonger.test(line)) ? RETIRED : rankOf(source);
  const retired = new Set(blocks.filter((block) => noLonger.test(text.slice(block.start, block.end))).map(({ section }) => section));
  const statements = blocks.flatMap((block) => {
    const common = { source, rank: retired.has(block.section) || block.context.some((line) => noLongerHeading.test(line)) ? RETIRED : rank };
    return inBlock(text, block).map((sentence) => ({ ...common, ...sentence, day: sentence.day ?? dayOfHeadings(block) ?? fileDay }));
  });
  return statements.map((statement, order) => ({ ...statement, order }));
}

function inBlock(text: string, block: Block): Pick<Statement, 'text' | 'words' | 'stems' | 'around' | 'context' | 'day'>[] {
  const opening = leadingDate(text.slice(block.start, block.end));
  const context = block.context.join(' / ');
  const around = new Set(contentStems(context));
  return sentencesIn(text, block.start, block.end).map(([start, end]) => {
    const sentence = text.slice(start, end);
    return { text: sentence, words: plainWords(sentence), stems: new Set(contentStems(sentence)), around, context, day: leadingDate(sentence) ?? opening };
  });
}

const dayOfHeadings = ({ context }: Block): string | undefined =>
  context.map((line) => findDate(line)?.day).findLast((day) => day !== undefined);

function dayOfFile(source: string, text: string, front: string): string | undefined {
  const named = source.split('/').map((part) => findDate(part)?.day);
  const stated = /^\W*(?:date|updated|as of|decided)\W+(.{8,30})$/im.exec(front === '' ? text.slice(0, 500) : front)?.[1];
  return (stated === undefined ? undefined : findDate(stated)?.day) ?? named.findLast((day) => day !== undefined);
}

/** A file below a folder of conversations, or one named after a day, tells what was said then; other notes tell what holds. */
function rankOf(source: string): number {
  const parts = source.split('/');
  const name = (parts.pop() ?? '').replace(/\.\w+$/, '');
  const told = parts.some((part) => conversation.test(part)) || conversation.test(name) || /^\d{4}-\d{2}-\d{2}/.test(name);
  return told ? SAID : CURRENT;
}
