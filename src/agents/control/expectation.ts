/** The figures of a score that say whether a control agent behaved as built; all of them counts. */
export interface ControlScore {
  /** The profile it ran under. `instructions` gives no facts; the others inform. */
  profile: string;
  questions: number;
  /** Of a revision scenario: answers with every layer right. */
  grounded_correct: number;
  value_correct: number;
  citation_rejected: number;
  /** The answer could not be parsed. */
  format_failure: boolean;
  /** Questions that an informed profile does not settle, so that "unknown" is right; none where left out. */
  unanswerable?: number;
  /** Notes of an earlier run that the agent found; only for those that look, and where the trace is at hand. */
  notes_found?: number;
}

/** Whether a score is what a control agent is built to get, and if not, why not. */
export type Verdict = { ok: true } | { ok: false; why: string };
export type Expectation = (score: ControlScore) => Verdict;

/** What an agent is built for: `says` completes the sentence "expected …". */
interface Rule {
  says: string;
  holds: (score: ControlScore) => boolean;
}

const open = ({ unanswerable = 0 }: ControlScore): number => unanswerable;
const settled = (score: ControlScore): number => score.questions - open(score);

const full: Rule = { says: 'full marks', holds: (score) => score.grounded_correct === score.questions };
const notFull: Rule = { says: 'less than full marks', holds: (score) => score.grounded_correct < score.questions };
const ungrounded: Rule = { says: 'no grounded answer', holds: (score) => score.grounded_correct === 0 };
const noValue: Rule = { says: 'no right value', holds: (score) => score.value_correct === 0 };
const onlyUnknown: Rule = { says: 'no right value but "unknown"', holds: (score) => score.value_correct === open(score) };
const everyValue: Rule = { says: 'every value right', holds: (score) => score.value_correct === score.questions };
const everyCitationRejected: Rule = {
  says: 'every citation rejected',
  holds: (score) => score.citation_rejected === settled(score) && score.grounded_correct === open(score),
};
const foundNothing: Rule = { says: 'no notes of an earlier run', holds: ({ notes_found = 0 }) => notes_found === 0 };

/** Rules under `instructions`, under profiles with one current note, and under the one that also shows what was replaced. */
type Rules = Record<'uninformed' | 'note' | 'history', Rule[]>;

const informed = (...rules: Rule[]): Pick<Rules, 'note' | 'history'> => ({ note: rules, history: rules });

const RULES = new Map<string, Rules>([
  ['control/oracle-reader', { uninformed: [full], ...informed(full) }],
  ['control/stale-reader', { uninformed: [full], note: [full], history: [notFull] }],
  ['control/amnesiac', { uninformed: [full], ...informed(onlyUnknown) }],
  ['control/inventor', { uninformed: [ungrounded, noValue], ...informed(ungrounded) }],
  ['control/fragment-quoter', { uninformed: [full], ...informed(everyValue, everyCitationRejected) }],
  ['control/leaker', { uninformed: [foundNothing, full], ...informed(foundNothing, onlyUnknown) }],
]);

/**
 * What a control agent must score, by its id; undefined for any other agent. Pure, from plain counts, so that a summary can print
 * whether the controls of a campaign came out as built.
 */
export function controlExpectation(id: string): Expectation | undefined {
  const rules = RULES.get(id);
  return rules && ((score) => judge(rules, score));
}

function judge(rules: Rules, score: ControlScore): Verdict {
  if (score.format_failure) return { ok: false, why: 'expected an answer in the required form, got a format failure' };
  const broken = rules[situationOf(score.profile)].find(({ holds }) => !holds(score));
  if (broken === undefined) return { ok: true };
  const { questions, grounded_correct, value_correct, citation_rejected, notes_found = 0 } = score;
  const got = `of ${String(questions)}: grounded ${String(grounded_correct)}, value ${String(value_correct)}, citation rejected ${String(citation_rejected)}, notes found ${String(notes_found)}`;
  return { ok: false, why: `expected ${broken.says}, got ${got}` };
}

const situationOf = (profile: string): keyof Rules => (profile === 'instructions' ? 'uninformed' : profile === 'contextos' ? 'history' : 'note');
