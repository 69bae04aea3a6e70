import { isChecklist, type TrialScore } from '../../scoring/index.js';

/** What an answer gave to one question or check. */
export interface Given {
  right: boolean;
  text: string;
}

/** By question or check, what an answer gave to each; empty where it could not be read. @param width longest part of a value, characters */
export function givenBy(score: TrialScore | undefined, width: number): Map<string, Given> {
  if (!score) return new Map();
  if (isChecklist(score)) return new Map(score.checks.map(({ id, outcome, points }) => [id, { right: outcome === 'right', text: `${outcome}, ${String(points)}` }]));
  if (score.format_failure !== null) return new Map();
  return new Map(score.results.map(({ question, grounded_correct, answer: { value, source } }) => [question, { right: grounded_correct, text: `${value.slice(0, width)}${source === null ? '' : ` (${source.slice(0, width)})`}` }]));
}
