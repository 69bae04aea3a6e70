import { sha256 } from '../../common/digest.js';
import { isChecklist, type TrialScore } from '../../scoring/index.js';

/** What an answer gave to one question or check. */
export interface Given {
  right: boolean;
  /** As it is shown: its parts may be cut. */
  text: string;
  /** The same for two that gave the same, cut or not. */
  key: string;
}

/** By question or check, what an answer gave to each; empty where it could not be read. @param width longest part of a value, characters */
export function givenBy(score: TrialScore | undefined, width: number): Map<string, Given> {
  if (!score) return new Map();
  if (isChecklist(score)) return new Map(score.checks.map(({ id, outcome, points }) => [id, given(outcome === 'right', `${outcome}, ${String(points)}`)]));
  if (score.format_failure !== null) return new Map();
  return new Map(score.results.map(({ question, grounded_correct, answer: { value, source } }) => {
    const cited = (text: string): string => (source === null ? text : `${text} (${source.slice(0, width)})`);
    const whole = value.length > width || (source ?? '').length > width ? sha256(JSON.stringify([value, source])) : undefined;
    return [question, given(grounded_correct, cited(value.slice(0, width)), whole)];
  }));
}

const given = (right: boolean, text: string, whole = text): Given => ({ right, text, key: `${String(right)} ${whole}` });
