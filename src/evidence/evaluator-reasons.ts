/** Why an evaluator may take back an attempt that counted (methodology, invalid trials): a closed set, and what an answer says is not in it. */
export const EVALUATOR_REASONS = ['rate-limit', 'outage', 'harness-error', 'evaluator-mistake'] as const;
export type EvaluatorReason = (typeof EVALUATOR_REASONS)[number];
