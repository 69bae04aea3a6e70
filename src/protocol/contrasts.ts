import { z } from 'zod';

const pair = z.tuple([z.string().min(1), z.string().min(1)]).refine(([a, b]) => a !== b, 'compares a thing with itself');

/** Largest differences that count as none, stated before a run. */
const margin = z.strictObject({
  points: z.number().positive().max(3).default(0.25).describe('Of mean failure points.'),
  answers: z.number().positive().max(1).default(0.05).describe('Of the part of answers grounded, or decisions retained.'),
});

/** The contrasts that a protocol plans: their p-values share one error rate (Holm), so that each one more has its price. */
export const contrastsSchema = z.strictObject({
  profiles: z.array(pair).optional().describe('Pairs of profiles, within each configuration; every pair where nothing is said.'),
  configurations: z.array(pair).default([]).describe('Pairs of configurations, within each profile.'),
  margin: margin.default(() => margin.parse({})).describe('The largest difference that counts as none.'),
});

export type Contrasts = z.infer<typeof contrastsSchema>;

/** Of a manifest that says nothing about them. */
export const DEFAULT_CONTRASTS: Contrasts = contrastsSchema.parse({});
