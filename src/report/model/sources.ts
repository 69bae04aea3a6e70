import { own } from '../../scenario/consistency.js';
import { selectCase, type SelectedCase } from '../../scenario/profiles.js';
import { isChecklist } from '../../scoring/index.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { ReportedCampaign } from './campaign.js';

/** One answer of a scenario beside what was expected of it. */
export interface AnsweredQuestion {
  question: string;
  asked: string;
  verdict: 'right' | 'citation rejected' | 'wrong';
  answer: { value: string; source: string | null; quote: string };
  expected: { value: string; source: string | null; quote: string } | undefined;
  /** Where memory failed; undefined where it did not, or nobody knows. */
  stage: string | undefined;
}

/** The scenario of a trial under its profile, as the campaign was given it; undefined for tasks of a battery, and where it is not there any more. */
export function caseOf({ scenarios }: Pick<ReportedCampaign, 'scenarios'>, { record }: Pick<ShownTrial, 'record'>): SelectedCase | undefined {
  const scenario = record?.scenario ? scenarios.get(record.scenario) : undefined;
  try {
    return scenario && record ? selectCase(scenario, record.profile) : undefined;
  } catch {
    // What `verify` complains of is no reason to show nothing.
    return undefined;
  }
}

/** Every question of a trial with its answer; empty where the answer could not be read, or there are none. */
export function answeredQuestions({ score, delivery }: Pick<ShownTrial, 'score' | 'delivery'>, selected: SelectedCase | undefined): AnsweredQuestion[] {
  if (!score || isChecklist(score) || score.format_failure !== null) return [];
  const stages = new Map(delivery?.questions.map(({ question, stage }) => [question, stage]));
  return score.results.map(({ question, grounded_correct, value_correct, answer }) => ({
    question,
    asked: own(selected?.questions, question) ?? '',
    verdict: grounded_correct ? 'right' : value_correct ? 'citation rejected' : 'wrong',
    answer,
    expected: own(selected?.expected, question),
    stage: stages.get(question) ?? undefined,
  }));
}
