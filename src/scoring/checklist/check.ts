import { z } from 'zod';
import type { Evidence } from './evidence.js';
import { KINDS, kindOf } from './kinds.js';
import { costProblem, costsSchema, pointsOf, type Costs, type Outcome, type Points } from './outcomes.js';

/** What a task says about a check: its kind, where to look, and what each outcome costs. Values are in the key. */
export type CheckSpec = { kind: string; points: Costs } & Record<string, unknown>;

/** A check with its values, ready to be judged. */
export interface Check {
  id: string;
  kind: string;
  points: Costs;
  /** Options and key together, as its kind takes them. */
  settings: Record<string, unknown>;
}

/** What a check found (contract, `score` of a battery task). */
export interface CheckResult {
  id: string;
  kind: string;
  outcome: Outcome;
  points: Points;
}

/** The points of a trial are those of its worst check. A check that is `ambiguous` opens an adjudication. */
export interface ChecklistScore {
  points: Points;
  checks: CheckResult[];
}

const specs = KINDS.map(({ kind, options, outcomes }) =>
  z.strictObject({ kind: z.literal(kind), points: costsSchema.superRefine((costs, context) => {
    const problem = costProblem(costs, outcomes);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  }), ...options }),
);

/** A check of a task. An unknown kind, an unknown option and an outcome without a cost are refused. */
export const checkSpecSchema = z.discriminatedUnion('kind', specs as [(typeof specs)[number], ...(typeof specs)[number][]], {
  error: (issue) => (issue.code === 'invalid_union' ? `must be one of the kinds ${KINDS.map(({ kind }) => kind).join(', ')}` : undefined),
}) as unknown as z.ZodType<CheckSpec>;

/** The schema of what the key says for a check of this kind. */
export const keySchemaOf = (kind: string): z.ZodObject => z.strictObject(kindOf(kind)?.key ?? {});

/** Judges every check of a task, in their order. The same evidence gives the same score. */
export function scoreChecklist(checks: readonly Check[], evidence: Evidence): ChecklistScore {
  const results = checks.map((check) => judgeCheck(check, evidence));
  return { points: results.reduce<Points>((worst, { points }) => (points > worst ? points : worst), 0), checks: results };
}

function judgeCheck({ id, kind, points, settings }: Check, evidence: Evidence): CheckResult {
  const known = kindOf(kind);
  // The loader has refused it; a caller without types must not get points for nothing.
  if (known === undefined) throw new TypeError(`there is no check of kind ${kind}`);
  const outcome = known.judge(settings as never, evidence);
  return { id, kind, outcome, points: pointsOf(points, outcome) };
}
