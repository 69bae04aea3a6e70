import { namesIn } from './names.js';
import { CURRENT, RETIRED, type Statement } from './statements.js';
import type { Question } from './task.js';
import { askedStems, overlap, Rarity, read, type Reading, type Writing } from './weigh.js';

/** Which of several statements wins: the newest that holds, or the oldest there is. */
export type Order = 'newest' | 'oldest';

export interface Choice {
  value: string;
  statement: Statement;
}

/** A statement that says something about the values asked for, with the share of the question that it meets. */
interface Weighed extends Reading {
  statement: Statement;
  overlap: number;
}

/** A statement must meet this share of the question's words to be about it. */
const ENOUGH = 0.3;
/** And this share of what the best one of its kind meets, so that a newer sentence on a neighbouring matter does not win. */
const NEAR_BEST = 0.7;

/** Answers every question from the statements; undefined where they settle nothing. */
export function chooseAll(questions: readonly Question[], statements: readonly Statement[], order: Order): (Choice | undefined)[] {
  const rarity = new Rarity(statements);
  const known = new Set(questions.flatMap((question) => [...namesIn(question)]));
  return questions.map((question) => {
    const choices = (['exact', 'loose'] as const).map((writing) => choose(question, statements, { rarity, known, order, writing }));
    return choices.find((choice) => choice !== undefined);
  });
}

interface Knowing {
  rarity: Rarity;
  /** Names of all questions. */
  known: ReadonlySet<string>;
  order: Order;
  writing: Writing;
}

function choose({ subject, values }: Question, statements: readonly Statement[], { rarity, known, order, writing }: Knowing): Choice | undefined {
  const about = namesIn({ subject, values });
  const asked = askedStems(subject, about);
  const offered = values.filter((value) => value.toLowerCase() !== 'unknown');
  const relevant = statements
    .map((statement): Weighed => ({ statement, overlap: overlap(asked, statement, rarity), ...read(statement, offered, about, known, writing) }))
    .filter((weighed) => weighed.overlap >= ENOUGH && (weighed.gives !== undefined || weighed.takesBack.length > 0));
  return order === 'newest' ? newest(relevant) : oldest(relevant);
}

function newest(relevant: readonly Weighed[]): Choice | undefined {
  const holding = relevant.filter(
    ({ gives, statement }) =>
      gives !== undefined && statement.rank > RETIRED && !relevant.some((other) => other.takesBack.includes(gives) && other.statement.rank > RETIRED && byTime(other.statement, statement) > 0),
  );
  return pick(holding, (a, b) => byTime(b, a));
}

/** The oldest knows of nothing that came later, so nothing takes a value back for it. */
const oldest = (relevant: readonly Weighed[]): Choice | undefined => pick(relevant.filter(({ gives }) => gives !== undefined), byTime);

function pick(weighed: readonly Weighed[], first: (a: Statement, b: Statement) => number): Choice | undefined {
  const ranks = [...new Set(weighed.map(({ statement }) => statement.rank))];
  const near = ranks.flatMap((rank) => {
    const same = weighed.filter(({ statement }) => statement.rank === rank);
    const best = Math.max(...same.map(({ overlap }) => overlap));
    return same.filter(({ overlap }) => overlap >= NEAR_BEST * best);
  });
  const won = near.sort((a, b) => first(a.statement, b.statement) || b.overlap - a.overlap)[0];
  return won?.gives === undefined ? undefined : { value: won.gives, statement: won.statement };
}

/** Later is greater: first what holds over what was said, then the day, then the place in the file. Notes without a day tell the state of today. */
function byTime(a: Statement, b: Statement): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  const day = ({ day, rank }: Statement): string => day ?? (rank === CURRENT ? '9' : '');
  if (day(a) !== day(b)) return day(a) > day(b) ? 1 : -1;
  return a.source === b.source ? a.order - b.order : 0;
}
