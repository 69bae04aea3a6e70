import { UserError } from '../common/errors.js';
import { compareBytes } from '../common/paths.js';
import { mean } from './fraction.js';
import { failed, type ResultsLine, type ScenarioById, type StoredScore } from './results-line.js';

export type ResultsKind = 'decisions' | 'revision';

/** One row: what its trials have in common, how many they are, and their figures by column, as printed. */
export interface SummaryRow {
  group: Record<string, string>;
  trials: number;
  format_failures: number;
  figures: Record<string, string>;
}

export interface SummaryTable {
  kind: ResultsKind;
  columns: string[];
  rows: SummaryRow[];
}

type Figure = (score: StoredScore) => number;

/** A figure that a scenario does not have counts 0 (contract, `summarize`). */
const FIGURES: Record<ResultsKind, Record<string, Figure>> = {
  decisions: {
    'Mean correct': (score) => score.grounded_correct ?? 0,
    'Value correct': (score) => score.value_correct ?? 0,
    'Citation rejected': (score) => score.citation_rejected ?? 0,
    Retention: (score) => score.decision_retention ?? 0,
    'Safe uncertainty': (score) => score.safe_uncertainty ?? 0,
    'Missed constraints': (score) => score.missed_constraints ?? 0,
  },
  revision: {
    Record: (score) => score.layer_counts?.retrieved_record ?? 0,
    Revision: (score) => score.layer_counts?.cited_revision ?? 0,
    Value: (score) => score.layer_counts?.proposed_value ?? 0,
    Action: (score) => score.layer_counts?.outbound_action ?? 0,
    'All layers': (score) => score.grounded_correct ?? 0,
  },
};

/**
 * The tables of a results file. Lines of `record` are grouped by model and profile, into one table; lines of a campaign
 * by configuration, scenario and profile, one table per kind, and by mode where not all of them had a workspace.
 * @throws UserError CLEANSLATE_RESULTS_MIXED where `record` lines hold revision and other scenarios, or both sorts of lines are in one file
 */
export function summarizeResults(stored: readonly ResultsLine[], scenarioById: ScenarioById): SummaryTable[] {
  const lines = withoutCorrected(stored);
  const ofCampaign = lines.filter(isOfCampaign);
  if (ofCampaign.length > 0 && ofCampaign.length < lines.length)
    throw new UserError('CLEANSLATE_RESULTS_MIXED', 'results of a campaign and of `record` are in one file', { hint: 'keep them in separate files' });
  const kinds = kindsOf(lines, scenarioById);
  const groupOf = ofCampaign.length === 0 ? recorded : ofCampaign.some(({ mode = 'workspace' }) => mode !== 'workspace') ? inMode : inCampaign;
  const tables = (['decisions', 'revision'] as const)
    .map((kind) => tabulate(kind, lines.filter((line) => kinds.get(line.scenario) === kind), groupOf))
    .filter(({ rows }) => rows.length > 0);
  if (tables.length > 1 && ofCampaign.length === 0)
    throw new UserError('CLEANSLATE_RESULTS_MIXED', 'results of revision and of other scenarios are in one file', { hint: 'keep revision results in a file of their own' });
  return tables;
}

/** Of several lines of one trial the last counts: it corrects those before it. */
function withoutCorrected(lines: readonly ResultsLine[]): ResultsLine[] {
  const key = ({ campaign, trial }: ResultsLine, at: number): string => (campaign === undefined || trial === undefined ? `line ${String(at)}` : JSON.stringify([campaign, trial]));
  const last = new Map(lines.map((line, at) => [key(line, at), at]));
  return lines.filter((line, at) => last.get(key(line, at)) === at);
}

const isOfCampaign = ({ campaign, configuration }: ResultsLine): boolean => campaign !== undefined && configuration !== undefined;

/** A format failure does not show its kind: another line of the scenario does, or the scenario itself. */
function kindsOf(lines: readonly ResultsLine[], scenarioById: ScenarioById): Map<string, ResultsKind> {
  const kinds = new Map<string, ResultsKind>();
  for (const { scenario, score } of lines) if (!failed(score)) kinds.set(scenario, score.layer_counts === undefined ? 'decisions' : 'revision');
  for (const { scenario } of lines)
    if (!kinds.has(scenario)) kinds.set(scenario, scenarioById(scenario)?.revision_contract === true ? 'revision' : 'decisions');
  return kinds;
}

function tabulate(kind: ResultsKind, lines: readonly ResultsLine[], groupOf: GroupOf): SummaryTable {
  const groups = new Map<string, ResultsLine[]>();
  for (const line of lines) {
    const key = JSON.stringify(Object.values(groupOf(line)));
    const own = groups.get(key);
    if (own) own.push(line);
    else groups.set(key, [line]);
  }
  const rows = [...groups.values()].map((own) => summarizeGroup(kind, own, groupOf)).sort((a, b) => compareGroups(a.group, b.group));
  const context = kind === 'decisions' ? ['Context chars'] : [];
  const columns = [...Object.keys(rows[0]?.group ?? {}), ...context, 'Trials', ...Object.keys(FIGURES[kind]), 'Format failures'];
  return { kind, columns, rows };
}

/** What the lines of one row have in common, by column. */
type GroupOf = (line: ResultsLine) => Record<string, string>;

const recorded: GroupOf = ({ model_id, profile }) => ({ Model: model_id, Profile: profile });
const inCampaign: GroupOf = ({ configuration = '', scenario, profile }) => ({ Configuration: configuration, Scenario: scenario, Profile: profile });
const inMode: GroupOf = ({ configuration = '', mode = 'workspace', scenario, profile }) => ({ Configuration: configuration, Mode: mode, Scenario: scenario, Profile: profile });

function compareGroups(a: Record<string, string>, b: Record<string, string>): number {
  for (const column of Object.keys(a)) {
    const order = compareBytes(a[column] ?? '', b[column] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}

function summarizeGroup(kind: ResultsKind, lines: readonly ResultsLine[], groupOf: GroupOf): SummaryRow {
  const parseable = lines.map(({ score }) => score).filter((score) => !failed(score));
  const figures = Object.entries(FIGURES[kind]).map(([column, figure]) => [column, mean(sum(parseable.map(figure)), parseable.length)]);
  return {
    group: groupOf(lines[0] as ResultsLine),
    trials: lines.length,
    format_failures: lines.length - parseable.length,
    figures: { ...(kind === 'decisions' && { 'Context chars': contextCharacters(lines) }), ...Object.fromEntries(figures) },
  };
}

/** One number where all trials had the same context, as they do within one scenario; else their mean. */
function contextCharacters(lines: readonly ResultsLine[]): string {
  const known = lines.flatMap(({ score }) => score.context_characters ?? []);
  const [first] = known;
  return first !== undefined && known.every((characters) => characters === first) ? String(first) : mean(sum(known), known.length);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
