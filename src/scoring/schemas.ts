import { z } from 'zod';
import { CATEGORIES, PROFILES, scenarioSchema } from '../scenario/schema.js';
import { LAYERS } from './judge.js';

const count = z.int().min(0);

/** What `score` takes. A scenario that passes is consistent in itself. */
export const scoreInputSchema = z.strictObject({
  scenario: scenarioSchema,
  profile: z.enum(PROFILES),
  /** The response as text; in a campaign, as normalised. */
  response: z.string(),
});

const answer = z.strictObject({
  value: z.string(),
  source: z.string().nullable(),
  quote: z.string(),
  record_id: z.string().optional(),
  source_revision: z.string().optional(),
  supersedes: z.string().nullable().optional(),
  dependency_check: z.string().optional(),
  action: z.string().optional(),
});

const layers = z.strictObject(Object.fromEntries(LAYERS.map((layer) => [layer, z.boolean()])) as Record<(typeof LAYERS)[number], z.ZodBoolean>);
const layerCounts = z.strictObject(Object.fromEntries(LAYERS.map((layer) => [layer, count])) as Record<(typeof LAYERS)[number], typeof count>);

export const questionResultSchema = z.strictObject({
  question: z.string(),
  /** Null where the scenario gives it none. */
  category: z.enum(CATEGORIES).nullable(),
  grounded_correct: z.boolean(),
  value_correct: z.boolean(),
  citation_rejected: z.boolean(),
  layers: layers.optional(),
  answer,
});

const categoryCounts = z.strictObject({ questions: count, value_correct: count, citation_rejected: count, grounded_correct: count });

const common = { scenario: z.string(), profile: z.enum(PROFILES), questions: count, context_characters: count, scope: z.string() };

/** The score of a response that could be read (contract, "Continuity verbs", `score`). */
export const parsedScoreSchema = z.strictObject({
  ...common,
  grounded_correct: count,
  value_correct: count,
  citation_rejected: count,
  known_decisions_retained: count,
  known_decisions: count,
  results: z.array(questionResultSchema),
  format_failure: z.null(),
  decision_retention: count.optional(),
  resolved_questions: count.optional(),
  category_counts: z.partialRecord(z.enum(CATEGORIES), categoryCounts).optional(),
  corrections: count.optional(),
  safe_uncertainty: count.optional(),
  uncertainty_questions: count.optional(),
  missed_constraints: count.optional(),
  invented_certainty: count.optional(),
  layer_counts: layerCounts.optional(),
});

/** The score of a response that could not be read: the reason, and nothing about correctness. */
export const formatFailureSchema = z.strictObject({ ...common, format_failure: z.string().min(1) });

/** What `score` gives. */
export const scoreSchema = z.union([parsedScoreSchema, formatFailureSchema]);

export type ScoreInput = z.infer<typeof scoreInputSchema>;
export type QuestionResult = z.infer<typeof questionResultSchema>;
export type ParsedScore = z.infer<typeof parsedScoreSchema>;
export type FormatFailure = z.infer<typeof formatFailureSchema>;
export type Score = z.infer<typeof scoreSchema>;
