/**
 * `cleanslate/scoring`: the shared scorer. Strings in, scores out; no files, no clock, no network.
 * Errors that are the caller's mistake are `UserError`s.
 */
export { UserError } from '../common/errors.js';
export { scenarioSchema, PROFILES, CATEGORIES, type Category, type Expected, type Profile, type Scenario } from '../scenario/schema.js';
export { selectCase, supportedProfiles, type SelectedCase } from '../scenario/profiles.js';
export { ANSWER_KEYS, preparePrompt, promptSha256, retrievalRecords, type RetrievalRecord } from '../scenario/prepare.js';
export { parseResponse, type Answer, type ParsedResponse } from './answers.js';
export { LAYERS, type Layers } from './judge.js';
export { score, scoreCase } from './score.js';
export {
  formatFailureSchema,
  parsedScoreSchema,
  scoreInputSchema,
  scoreSchema,
  type FormatFailure,
  type ParsedScore,
  type QuestionResult,
  type Score,
  type ScoreInput,
} from './schemas.js';
export { NORMALIZATIONS, normalizeAnswer, type Normalization, type Normalized } from './normalize.js';
export { quoteCharacters } from './quotes.js';
export { readResults, type ResultsLine, type ScenarioById } from './results-line.js';
export { checklistScoreSchema, isChecklist, trialScoreSchema, type ChecklistScore, type TrialScore } from './trial-score.js';
export { summarizeResults, type SummaryRow, type SummaryTable } from './summarize.js';
export { formatTables } from './markdown.js';
export { contrast, holm, LEAST_TASKS, mean, meanPassPower, passPower, readContrast, resample, resampleDifference, signFlip, variationOfRuns, wilson, type Contrast, type Estimand, type Interval, type PairedRuns, type Reading } from './statistics/index.js';
