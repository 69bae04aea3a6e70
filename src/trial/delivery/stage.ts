import type { Alternative } from '../../scenario/alternatives.js';
import type { QuestionResult } from '../../scoring/index.js';
import type { QuestionDelivery, Stage } from './file.js';

/** What an answer could have been made of. */
export interface Candidates {
  /** Right under the profile; `source` null where nothing in the sources says it. */
  expected: { value: string; source: string | null };
  superseded: readonly Alternative[];
  distractors: readonly Alternative[];
}

/** What the answer's value is: the cited statement tells before the value alone, since two statements may have one value. */
export function usedBy(answer: QuestionResult['answer'], { expected, superseded, distractors }: Candidates): { used: QuestionDelivery['used']; which?: Alternative } {
  const kinds = [['superseded', superseded], ['distractor', distractors]] as const;
  for (const matches of [cites, says]) {
    for (const [used, list] of kinds) {
      const which = list.find((one) => matches(answer, one, expected.value));
      if (which) return { used, which };
    }
  }
  if (answer.value === expected.value) return { used: 'expected' };
  return { used: /^\s*(?:unknown)?\s*$/i.test(answer.value) ? 'nothing' : 'other' };
}

function cites(answer: QuestionResult['answer'], { source, quote, record_id, action }: Alternative): boolean {
  if (record_id !== undefined && answer.record_id === record_id) return true;
  if (action !== undefined && answer.action === action) return true;
  return answer.source === source && answer.quote.includes(quote);
}

const says = (answer: QuestionResult['answer'], { value }: Alternative, expected: string): boolean => value !== expected && answer.value === value;

export interface Evidence {
  used: QuestionDelivery['used'];
  /** The wire was seen. */
  witnessed: boolean;
  /** The statement that answers the question reached the model in the session of the answer; null: there is no such statement. */
  delivered: boolean | null;
  /** Something of that statement's source reached the model, a tool call named it, or the CLI itself loads such files. */
  touched: boolean;
  /** Of the value that was used, its own statement reached the model. */
  usedDelivered: boolean;
  /** Every wrong value that the sources suggest is known. */
  complete: boolean;
}

/** The first step at which the memory failed a wrong answer. Nothing is inferred: what nobody saw is `unknown`, what cannot be told `wrong-other`. */
export function stageOf({ used, witnessed, delivered, touched, usedDelivered, complete }: Evidence): Stage {
  if (!witnessed) return 'unknown';
  if (delivered === false) return touched ? 'undelivered' : 'not-read';
  switch (used) {
    case 'superseded':
      return usedDelivered ? 'superseded-used' : 'wrong-other';
    case 'nothing':
      return delivered === null ? 'wrong-other' : 'read-unused';
    case 'other':
      return complete ? 'invented' : 'wrong-other';
    case 'expected':
    case 'distractor':
      return 'wrong-other';
  }
}
