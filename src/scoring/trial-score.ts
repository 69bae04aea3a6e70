import { z } from 'zod';
import { OUTCOMES, POINTS } from './checklist/outcomes.js';
import { scoreSchema, type Score } from './schemas.js';

/** The score of a task of a battery (contract, "A campaign on disk"). */
export const checklistScoreSchema = z.strictObject({
  points: z.literal(POINTS),
  checks: z.array(z.strictObject({ id: z.string(), kind: z.string(), outcome: z.enum(OUTCOMES), points: z.literal(POINTS) })),
});
export type ChecklistScore = z.infer<typeof checklistScoreSchema>;

/** What score.json of an attempt holds: of a scenario's questions, or of a task's checks. */
export const trialScoreSchema = z.union([checklistScoreSchema, scoreSchema]);
export type TrialScore = ChecklistScore | Score;

/** Whether a score is one of checks. */
export const isChecklist = (score: TrialScore): score is ChecklistScore => 'checks' in score;
