import { selectCase, type SelectedCase } from '../scenario/profiles.js';
import type { Scenario } from '../scenario/schema.js';
import { parseResponse, type Answer } from './answers.js';
import { countResults } from './counts.js';
import { judge } from './judge.js';
import type { QuestionResult, Score } from './schemas.js';

const SCOPE = {
  decisions: 'Constrained answers with verbatim supporting sentences over the supplied sources. Not a measure of general quality.',
  revision:
    'Response format and attribution over the supplied sources and retrieval records. No retrieval was observed, no dependency was executed, no action was carried out.',
} as const;

/**
 * Scores one response against a scenario under a profile. Pure: the same input gives the same bytes.
 * `scenario` must have passed `scenarioSchema`.
 * @throws UserError where the scenario does not support the profile
 */
export const score = ({ scenario, profile, response }: { scenario: Scenario; profile: string; response: string }): Score =>
  scoreCase(selectCase(scenario, profile), response);

/** As `score`, for a case that is selected already. */
export function scoreCase(selected: SelectedCase, response: string): Score {
  const parsed = parseResponse(response, selected);
  const head = { scenario: selected.scenario, profile: selected.profile, questions: Object.keys(selected.questions).length };
  const context = { context_characters: contextCharacters(selected) };
  const scope = SCOPE[selected.kind];
  if ('failure' in parsed) return { ...head, ...context, scope, format_failure: parsed.failure };
  const results = judgeAll(parsed.answers, selected);
  return { ...head, ...countResults(results, selected), ...context, results, scope, format_failure: null };
}

/** Unicode code points of the selected sources, summed: what the profile costs in context, not in tokens. */
function contextCharacters({ sources }: SelectedCase): number {
  let characters = 0;
  for (const text of Object.values(sources)) for (const _ of text) characters++;
  return characters;
}

/** In the scenario's order of questions, whatever the order of the answers. */
function judgeAll(answers: Record<string, Answer>, selected: SelectedCase): QuestionResult[] {
  const categories = new Map(Object.entries(selected.categories));
  const expected = new Map(Object.entries(selected.expected));
  return Object.keys(selected.questions).flatMap((question) => {
    const [answer, key] = [answers[question], expected.get(question)];
    if (answer === undefined || key === undefined) throw new TypeError(`no answer or key for ${question}: the scenario was not checked`);
    return { question, category: categories.get(question) ?? null, ...judge(answer, key, selected), answer };
  });
}
