import { z } from 'zod';
import { UserError } from '../common/errors.js';
import { preparePrompt, promptSha256 } from '../scenario/prepare.js';
import { selectCase } from '../scenario/profiles.js';
import type { Scenario } from '../scenario/schema.js';
import { scoreCase } from './score.js';

const count = z.int().min(0);
const figures = ['grounded_correct', 'value_correct', 'citation_rejected', 'decision_retention', 'safe_uncertainty', 'missed_constraints'] as const;

/** Of a stored score only what the tables show is read, so that lines of other versions and tools stay readable. */
const storedScore = z.looseObject({
  context_characters: count.optional(),
  /** Null where the response could be read. */
  format_failure: z.union([z.string(), z.boolean()]).nullish(),
  ...(Object.fromEntries(figures.map((figure) => [figure, count.optional()])) as Record<(typeof figures)[number], z.ZodOptional<typeof count>>),
  layer_counts: z.looseObject({ retrieved_record: count, cited_revision: count, proposed_value: count, outbound_action: count }).optional(),
});

/** A line of a results file: what `record` writes, and beside it what a campaign adds. */
const resultsLine = z.looseObject({
  scenario: z.string(),
  profile: z.string(),
  model_id: z.string(),
  prompt_sha256: z.string().optional(),
  raw_response: z.string().optional(),
  score: storedScore,
  campaign: z.string().optional(),
  configuration: z.string().optional(),
  trial: z.string().optional(),
  /** How the agent was asked: `workspace` or `prompt`. */
  mode: z.string().optional(),
});

export type StoredScore = z.infer<typeof storedScore>;
export type ResultsLine = z.infer<typeof resultsLine>;

/** Finds a scenario by its id, for lines that have to be scored again. */
export type ScenarioById = (id: string) => Scenario | undefined;

/**
 * Reads the lines of a results file. `file` is only named in errors; blank lines are passed over.
 * @throws UserError CLEANSLATE_RESULTS_INVALID, naming the line
 */
export function readResults(text: string, file: string, scenarioById: ScenarioById): ResultsLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${file}:${String(index + 1)}`;
    return [rescored(parseLine(line, where), where, scenarioById)];
  });
}

function parseLine(line: string, where: string): ResultsLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new UserError('CLEANSLATE_RESULTS_INVALID', 'this line is not JSON', { where, cause });
  }
  const parsed = resultsLine.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError('CLEANSLATE_RESULTS_INVALID', `\`${issue?.path.join('.') ?? ''}\`: ${issue?.message ?? 'is not a result'}`, { where });
}

/** Lines stored before values were counted apart are scored again, if they answered the very prompt that we would prepare today. */
function rescored(line: ResultsLine, where: string, scenarioById: ScenarioById): ResultsLine {
  if (failed(line.score) || line.score.value_correct !== undefined) return line;
  const refuse = (reason: string): UserError =>
    new UserError('CLEANSLATE_RESULTS_STALE', `has no \`value_correct\` and cannot be scored again: ${reason}`, { where });
  const scenario = scenarioById(line.scenario);
  if (scenario === undefined) throw refuse(`the scenario \`${line.scenario}\` is not known; give it with --scenario-file`);
  if (line.raw_response === undefined) throw refuse('it has no `raw_response`');
  const selected = selectCase(scenario, line.profile, () => where);
  if (line.prompt_sha256 !== promptSha256(preparePrompt(selected))) throw refuse(`its prompt is not the one that \`${line.scenario}\` gives now`);
  return { ...line, score: storedScore.parse(scoreCase(selected, line.raw_response)) };
}

/** Whether the response could not be read. */
export const failed = ({ format_failure }: StoredScore): boolean => format_failure !== null && format_failure !== undefined && format_failure !== false;
