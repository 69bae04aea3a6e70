import { z } from 'zod';

/**
 * What a check can find. `right` costs nothing. `absent`: nothing there, or "unknown" where it was known; `superseded`: what held before;
 * `distractor`: right for something else; `invented`: stands nowhere; `malformed`: there, in a form that cannot be used; `violated`: what was
 * prohibited was done; `unread`: cited without having been opened; `ambiguous`: a program cannot decide, so an adjudication is opened.
 */
export const OUTCOMES = ['right', 'absent', 'superseded', 'distractor', 'invented', 'malformed', 'violated', 'unread', 'ambiguous'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Failure points (methodology, "Scoring rubric"): 1 a non-critical detail, 2 a lost or contradicted one, 3 absent, fabricated or replaced. */
export const POINTS = [0, 1, 2, 3] as const;
export type Points = (typeof POINTS)[number];

const lost = z.literal([1, 2, 3], 'must be 1, 2 or 3 failure points');

/** What each outcome of a check costs; `otherwise` stands for those that are not named. Of an ambiguous one, the points until it is adjudicated. */
export const costsSchema = z.strictObject({
  otherwise: lost.optional(),
  absent: lost.optional(),
  superseded: lost.optional(),
  distractor: lost.optional(),
  invented: lost.optional(),
  malformed: lost.optional(),
  violated: lost.optional(),
  unread: lost.optional(),
  ambiguous: z.literal([0, 1, 2, 3], 'must be 0, 1, 2 or 3 failure points').optional(),
});
export type Costs = z.infer<typeof costsSchema>;

/** Why costs do not fit a check that can have these outcomes, or undefined where each has its cost and nothing else does. */
export function costProblem(costs: Costs, outcomes: readonly Outcome[]): string | undefined {
  const foreign = Object.keys(costs).find((name) => name !== 'otherwise' && !outcomes.includes(name as Outcome));
  if (foreign !== undefined) return `\`${foreign}\` is no outcome of this kind; it has ${outcomes.join(', ')}`;
  const uncosted = outcomes.find((outcome) => outcome !== 'right' && cost(costs, outcome) === undefined);
  return uncosted === undefined ? undefined : `does not say what \`${uncosted}\` costs; name it, or \`otherwise\``;
}

/** The points of an outcome. The costs must fit the kind. */
export const pointsOf = (costs: Costs, outcome: Outcome): Points => (outcome === 'right' ? 0 : (cost(costs, outcome) ?? 3));

const cost = (costs: Costs, outcome: Outcome): Points | undefined => (outcome === 'right' ? 0 : (costs[outcome] ?? costs.otherwise));
