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
  /** Notes of an earlier run that the agent found; only for those that look, and where the trace is at hand. */
  notes_found?: number;
}

/** Whether a score is what a control agent is built to get, and if not, why not. */
export type Verdict = { ok: true } | { ok: false; why: string };
export type Expectation = (score: ControlScore) => Verdict;

type Figure = 'grounded_correct' | 'value_correct' | 'citation_rejected' | 'notes_found';

/** What an agent is built for: `says` completes the sentence "expected …". */
interface Rule {
  says: string;
  holds: (score: ControlScore) => boolean;
}

const all = (figure: Figure): Rule => ({ says: `${figure} for every question`, holds: (score) => score[figure] === score.questions });
const none = (figure: Figure): Rule => ({ says: `${figure} 0`, holds: (score) => score[figure] === undefined || score[figure] === 0 });
const notAll = (figure: Figure): Rule => ({ says: `${figure} for fewer than all questions`, holds: (score) => (score[figure] ?? 0) < score.questions });

/** Rules under `instructions`, under profiles with one current note, and under the one that also shows what was replaced. */
type Rules = Record<'uninformed' | 'note' | 'history', Rule[]>;

const whatever = (rules: Rule[]): Pick<Rules, 'note' | 'history'> => ({ note: rules, history: rules });
const full = [all('grounded_correct')];
const forgets: Rules = { uninformed: full, ...whatever([none('value_correct'), none('notes_found')]) };

const RULES: Record<string, Rules> = {
  'control/oracle-reader': { uninformed: full, ...whatever(full) },
  'control/stale-reader': { uninformed: full, note: full, history: [notAll('grounded_correct')] },
  'control/amnesiac': forgets,
  'control/inventor': { uninformed: [none('grounded_correct'), none('value_correct')], ...whatever([none('grounded_correct')]) },
  'control/fragment-quoter': { uninformed: full, ...whatever([all('value_correct'), all('citation_rejected'), none('grounded_correct')]) },
  'control/leaker': { ...forgets, uninformed: [...full, none('notes_found')] },
};

/**
 * What a control agent must score, by its id; undefined for any other agent. Pure, from plain counts, so that a summary can print
 * whether the controls of a campaign came out as built.
 */
export function controlExpectation(id: string): Expectation | undefined {
  const rules = Object.hasOwn(RULES, id) ? RULES[id] : undefined;
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
