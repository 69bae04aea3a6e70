import { attemptPath } from '../evidence/layout.js';
import { batteryPart, type BatteryPart } from '../protocol/battery/part.js';
import type { Scenario } from '../scenario/schema.js';
import { readResults, summarizeResults, type SummaryTable } from '../scoring/index.js';
import { adjudications, type Adjudication } from './acts/adjudications.js';
import { lateAnchors } from './anchor/late.js';
import { deviations, withdrawals, type Deviation, type Withdrawal } from './acts/recorded.js';
import { adaptationsOf, type ShownAdaptation } from './adaptations.js';
import { batteryFigures, type BatteryFigures } from './battery-figures.js';
import { publicationOf, type Publication } from './closed.js';
import { handTrialIds } from './by-hand/trial.js';
import { contextCharacters } from './contrasts/context-characters.js';
import { contrastRows, type ContrastRow } from './contrasts/contrasts.js';
import { controlRows, type ControlRow } from './controls.js';
import { exampleRows } from './example-rows.js';
import { invalidRows, type InvalidRow } from './invalid-rows.js';
import { pointRunRows, pointsRows, type PointRunRow, type PointsRow } from './points-rows.js';
import { isAnswersLine, isPointsLine, type CampaignOnDisk, type PointsLine, type ResultLine } from './read-campaign.js';
import { runRows, type RunRow } from './run-rows.js';
import { scenariosOf } from './scenarios-of.js';
import { readSlots } from './slots.js';
import { stageRows, type StageRow } from './stages.js';
import { byRow, partsOf, rowKey } from './trial-id.js';
import { sessionStates, unexplained, type SessionStates } from './session-states.js';
import { unpredictedControls } from './unpredicted-controls.js';
import { seenAttempts, type SeenAttempts } from './witnesses.js';

/** What a campaign found. Made from its evidence; two runs of the same trials give the same summary. */
export interface Summary extends SeenAttempts {
  campaign: string;
  publication: Publication;
  /** Version of the protocol; null without a battery. */
  protocol: string | null;
  /** Which battery it runs, and how much of it. */
  battery_part: BatteryPart | null;
  trials: number;
  complete: number;
  /** Configuration → attempts that did not count. Interruptions of the harness are not among them. */
  invalid: Record<string, number>;
  /** Attempts that were under way when the harness or its engine ended: kept, without points, and run again. */
  interrupted: number;
  /** The same beside the attempts that count, with what they could have changed. */
  invalid_rows: InvalidRow[];
  /** Trials that used up their attempts. */
  exhausted: string[];
  tables: SummaryTable[];
  /** Configuration/task/profile with more than one initial state over its runs, of a session after the first with its number and where nothing carried explains it: that must never be. */
  different_initial_states: string[];
  initial_states: number;
  /** The same of the sessions after the first. */
  session_states: SessionStates[];
  /** What evaluators did, in its order. */
  withdrawn: Withdrawal[];
  deviations: Deviation[];
  /** That the protocol was anchored only after the first attempt, where it was: a deviation that nobody has to record. */
  late_anchors: string | null;
  /** How configurations were asked otherwise than the others. */
  adaptations: ShownAdaptation[];
  /** Configurations whose initial state nobody saw: a person attests it. */
  attested: string[];
  /** Trials that a person still has to carry out. */
  waiting: string[];
  /** Attempts that count no more, since an attachment of theirs was corrected. */
  corrected: string[];
  /** Answers that lost a wrapping before they were scored. */
  normalized: number;
  /** Each slot's five, with what they say about reliability. */
  runs: RunRow[];
  /** Failure points of the tasks of a battery, by category and in total. */
  points: PointsRow[];
  /** Each slot's five of those. */
  point_runs: PointRunRow[];
  /** Means with both intervals, shares and pass^k over the whole battery. */
  battery: BatteryFigures[];
  /** What the manifest plans to compare, paired over tasks. */
  contrasts: ContrastRow[];
  /** What a person had to decide, or has to. */
  adjudications: Adjudication[];
  controls: ControlRow[];
  /** Configurations of control agents whose points nobody predicts. */
  unpredicted: string[];
  /** Where memory failed, and how much of AGENTS.md and HANDOFF.md reached the model. Decides on no score. */
  stages: StageRow[];
  /** Valid trials in which something was not answered as it should be, format failures among them. */
  faults: number;
}

/** Summarises what is finished so far. */
export async function summarizeCampaign(on: CampaignOnDisk): Promise<Summary> {
  const slots = readSlots(on.entries);
  const invalid: Record<string, number> = {};
  for (const [trial, { invalid: count }] of slots) {
    const { configuration } = partsOf(trial);
    if (count > 0) invalid[configuration] = (invalid[configuration] ?? 0) + count;
  }
  const scenarios = await scenariosOf(on);
  const byId = (id: string): Scenario | undefined => scenarios.get(id);
  const answers = on.results.filter(isAnswersLine);
  const points = on.results.filter(isPointsLine);
  const adjudicated = adjudications(on);
  const byTrial = new Map(adjudicated.map((one) => [one.trial, one.points]));
  const counts = ({ trial, score }: PointsLine): number => byTrial.get(trial) ?? score.points;
  const states = initialStates(on.results);
  const later = await sessionStates(on);
  const withdrawn = withdrawals(on);
  const takenBack = new Set(withdrawn.map(({ trial, attempt }) => attemptPath(trial, attempt)));
  return {
    campaign: on.campaign.campaign,
    publication: publicationOf(on),
    protocol: on.campaign.protocol,
    battery_part: batteryPart(on.campaign.manifest.battery),
    trials: on.campaign.trials.length,
    complete: on.results.length,
    invalid,
    interrupted: on.entries.filter(({ type }) => type === 'attempt.interrupted').length,
    invalid_rows: invalidRows(on, slots, counts),
    exhausted: [...slots].filter(([, { exhausted }]) => exhausted).map(([trial]) => trial).sort(),
    tables: summarizeResults(readResults(answersText(on), 'results.jsonl', byId), byId),
    different_initial_states: [...states.filter(([, digests]) => digests.size > 1).map(([key]) => key), ...unexplained(later)],
    initial_states: states.length,
    session_states: later,
    withdrawn,
    deviations: deviations(on),
    late_anchors: await lateAnchors(on),
    adaptations: adaptationsOf(on),
    attested: [...new Set(on.results.filter(({ agent }) => agent === 'manual').map(({ configuration }) => configuration))].sort(),
    waiting: handTrialIds(on).filter((id) => slots.get(id)?.valid === undefined),
    corrected: on.withdrawn.filter(({ agent }) => agent === 'manual').map(({ trial, attempt }) => attemptPath(trial, attempt)).filter((path) => !takenBack.has(path)).sort(),
    normalized: on.results.filter(({ normalized }) => normalized !== null && normalized !== 'none').length,
    ...(await seenAttempts(on)),
    runs: runRows(answers),
    points: pointsRows(points, counts),
    point_runs: pointRunRows(points, counts),
    battery: batteryFigures(on, counts),
    contrasts: contrastRows(on, counts, await contextCharacters(on)),
    adjudications: adjudicated,
    controls: [...(await controlRows(on, byId)), ...(await exampleRows(on, counts))],
    unpredicted: unpredictedControls(on.results),
    stages: await stageRows(on),
    faults: answers.filter(({ score }) => score.grounded_correct !== score.questions).length + points.filter((line) => counts(line) > 0).length,
  };
}

/** The lines of scenarios, as they stand. */
const answersText = ({ results, resultsText }: CampaignOnDisk): string => resultsText.split('\n').filter((_, index) => { const line = results[index]; return line !== undefined && isAnswersLine(line); }).join('\n');

/** Of each row whose runs the harness began: the initial states that its runs had. */
const initialStates = (results: readonly ResultLine[]): [string, Set<string | null>][] =>
  byRow(results.filter(({ agent }) => agent !== 'manual')).map((lines) => [rowKey(lines[0]), new Set(lines.map(({ initial_state }) => initial_state))]);
