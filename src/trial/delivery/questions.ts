import type { Alternative, Alternatives } from '../../scenario/alternatives.js';
import type { SelectedCase } from '../../scenario/profiles.js';
import type { Score } from '../../scoring/index.js';
import type { First, QuestionDelivery } from './file.js';
import { stageOf, usedBy } from './stage.js';

/** A sentence and the source it stands in. */
export interface Quoted {
  source: string | null;
  quote: string;
}

export interface QuestionsAsked {
  selected: SelectedCase;
  /** Of what the profile shows; null where no file tells of them. */
  alternatives: Alternatives | null;
  score: Score | undefined;
  witnessed: boolean;
  firstOf(quoted: Quoted): First | null;
  /** In the session of the answer. */
  delivered(quoted: Quoted): boolean;
  touched(source: string): boolean;
}

/** Each scored question with the statements that could have answered it. None where the answer could not be read. */
export function questionsOf(asked: QuestionsAsked): QuestionDelivery[] {
  if (asked.score?.format_failure !== null) return [];
  return asked.score.results.map((result) => questionOf(result, asked));
}

type Result = Extract<Score, { format_failure: null }>['results'][number];

function questionOf({ question, grounded_correct: correct, answer }: Result, { selected, alternatives, witnessed, firstOf, delivered, touched }: QuestionsAsked): QuestionDelivery {
  const key = Object.hasOwn(selected.expected, question) ? selected.expected[question] : undefined;
  const expected = { value: key?.value ?? '', source: key?.source ?? null };
  const known = alternatives && Object.hasOwn(alternatives, question) ? alternatives[question] : undefined;
  const { superseded = [], distractors = [] } = known ?? {};
  const { used, which } = usedBy(answer, { expected, superseded, distractors });
  const told = ({ value, source, quote }: Pick<Alternative, 'value' | 'source' | 'quote'>): NonNullable<QuestionDelivery['expected']> => ({ value, source, quote, first: firstOf({ source, quote }) });
  const evidence = {
    used,
    witnessed,
    delivered: expected.source === null ? null : delivered({ source: expected.source, quote: key?.quote ?? '' }),
    touched: expected.source !== null && touched(expected.source),
    usedDelivered: which !== undefined && delivered(which),
    // Without project facts there is nothing that a value could have been taken from.
    complete: alternatives !== null || selected.profile === 'instructions',
  };
  return {
    question,
    correct,
    answer: { value: answer.value, source: answer.source },
    used,
    expected: expected.source === null ? null : told({ value: expected.value, source: expected.source, quote: key?.quote ?? '' }),
    superseded: superseded.map(told),
    distractors: distractors.map(told),
    stage: correct ? null : stageOf(evidence),
  };
}
