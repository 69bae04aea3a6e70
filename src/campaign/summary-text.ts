import { plural } from '../evidence/check.js';
import { oneLine, visiblePath } from '../common/visible.js';
import { partInWords } from '../protocol/battery/part.js';
import { formatTables } from '../scoring/index.js';
import { adjudicationList } from './adjudication-text.js';
import type { Deviation, Withdrawal } from './acts/recorded.js';
import { adaptationLines } from './adaptations-text.js';
import { formatBatteryFigures } from './battery-figures-text.js';
import { formatContrasts } from './contrasts/text.js';
import type { ControlRow } from './controls.js';
import { formatInvalid } from './invalid-rows-text.js';
import { formatRuns } from './run-rows-text.js';
import { sessionStateLines } from './session-states.js';
import { formatStages } from './stages-text.js';
import { formatPointRuns, formatPoints } from './points-text.js';
import type { Summary } from './summary.js';

/** A summary as Markdown. Holds no time and no path, so that two campaigns with the same outcome give the same text. */
export function formatSummary(summary: Summary): string {
  const parts = [`# ${summary.campaign}`, summaryLines(summary).join('\n')];
  if (summary.tables.length > 0) parts.push(formatTables(summary.tables).trimEnd());
  if (summary.points.length > 0) parts.push(`## Failure points\n\n${formatPoints(summary.points)}`, `## Points over the battery\n\n${formatBatteryFigures(summary.battery)}`, `## Points, run by run\n\n${formatPointRuns(summary.point_runs)}`);
  if (summary.runs.length > 0) parts.push(`## Runs\n\n${formatRuns(summary.runs)}`);
  if (summary.contrasts.length > 0) parts.push(`## Contrasts\n\n${formatContrasts(summary.contrasts)}`);
  const invalid = formatInvalid(summary.invalid_rows);
  if (invalid !== '') parts.push(`## Invalid attempts\n\n${invalid}`);
  const stages = formatStages(summary.stages);
  if (stages !== '') parts.push(`## Delivery\n\n${stages}`);
  if (summary.controls.length > 0) parts.push(`## Controls\n\n${controls(summary.controls)}`);
  return `${(summary.publication === 'pending' ? parts.map(pendingTable) : parts).join('\n\n')}\n`;
}

/** Until an index is published, each of its tables says so (methodology, "Publication state"). */
const pendingTable = (part: string): string => part.replace(/^## .*/, (heading) => `${heading} (results pending)`).replaceAll(/(?<=^|\n\n)\|(?=.*\n\| -)/g, '*Results pending.*\n\n|');

/** What is to be said of a campaign as a whole, line by line: how far it is, and everything that a reader of its tables has to know. */
export function summaryLines({ publication, protocol, battery_part, unpredicted, trials, complete, invalid, interrupted, exhausted, different_initial_states, initial_states, session_states, withdrawn, deviations, late_anchors, normalized, differing_witnesses, unparsed, tools_in_prompt_mode, unseen, attested, adaptations, corrected, waiting, adjudications, ...resets }: Summary): string[] {
  const pending = trials - complete - exhausted.length - waiting.length;
  const part = partInWords(battery_part);
  const lines = part === null ? [] : [`This is ${part}: it says nothing of the rest.`];
  if (protocol !== null) lines.push(`Protocol version ${protocol}.`);
  lines.push(complete === trials ? `All ${String(trials)} trials complete.` : `${String(complete)} of ${String(trials)} trials complete${pending > 0 ? ': results pending' : ''}.`);
  if (waiting.length > 0) lines.push(`Waiting for a person: ${few(waiting)}.`);
  const counts = Object.entries(invalid).sort(([a], [b]) => (a < b ? -1 : 1));
  lines.push(counts.length === 0 ? 'No invalid attempts.' : `Invalid attempts: ${counts.map(([id, count]) => `${id} ${String(count)}`).join(', ')}.`);
  if (interrupted > 0) lines.push(`Interrupted when the harness or its engine ended, kept without points, their trials are run again: ${plural(interrupted, 'attempt')}.`);
  if (exhausted.length > 0) lines.push(`Given up after their last attempt: ${few(exhausted)}.`);
  lines.push(
    different_initial_states.length === 0
      ? `Every run started from the one initial state of its configuration, task and profile (${String(initial_states)} of them).`
      : `INITIAL STATES DIFFER between runs of: ${few(different_initial_states)}.`,
    ...sessionStateLines(session_states),
  );
  lines.push(...resetLines(resets));
  if (withdrawn.length > 0) lines.push('Taken back by an evaluator:', ...withdrawn.map(formatWithdrawal));
  const otherwise = [...(late_anchors === null ? [] : [late_anchors]), ...deviations.map(deviationInWords)];
  if (otherwise.length > 0) lines.push('Deviations from the protocol:', ...otherwise.map((text) => `- ${oneLine(text, Infinity)}`));
  lines.push(...adaptationLines(adaptations), ...adjudicationList(adjudications));
  if (unpredicted.length > 0) lines.push(`Controls without a prediction on tasks of a battery, so that they prove nothing there: ${few(unpredicted)}. \`control/example\` has one for each example of a key.`);
  if (corrected.length > 0) lines.push(`Attachments corrected, and these attempts count no more: ${few(corrected)}.`);
  if (attested.length > 0) lines.push(`Initial state attested by a person, seen by nobody: ${few(attested)}. Checks that need a trace or file changes are not asked there.`);
  if (normalized > 0) lines.push(`Answers normalised before scoring: ${String(normalized)}.`);
  if (unseen.configurations.length > 0) lines.push(`Wire witness absent, only tunnels to listed hosts: ${few(unseen.configurations)}.`);
  if (unseen.credential_inside.length > 0) lines.push(`Credential inside the sandbox, as the manifest declares: ${few(unseen.credential_inside)}.`);
  if (differing_witnesses.length > 0) lines.push(`WITNESSES DIFFER, the agent's own stream and the wire, in: ${few(differing_witnesses)}.`);
  if (tools_in_prompt_mode.length > 0) lines.push(`TOOL CALLS in mode prompt, where none are wanted, in: ${few(tools_in_prompt_mode)}.`);
  if (unparsed.lines > 0) lines.push(`Lines of output that were not understood: ${String(unparsed.lines)}, in ${String(unparsed.attempts)} attempts.`);
  if (publication === 'pending') lines.push('Results pending: this is not published, and `cleanslate publish` says what is missing.');
  return lines;
}

/** One that a person recorded, and who. */
export const deviationInWords = ({ text, by }: Pick<Deviation, 'text' | 'by'>): string => `${oneLine(text, Infinity)} (${oneLine(by, Infinity)})`;

const formatWithdrawal = ({ trial, attempt, reason, note, by, grounded, questions, points }: Withdrawal): string =>
  `- ${trial} attempt ${String(attempt)}: ${reason}, ${oneLine(by, Infinity)}${note === null ? '' : ` (${oneLine(note, Infinity)})`}; had scored ${points !== null ? `${String(points)} points` : grounded === null ? 'a format failure' : `${String(grounded)} of ${String(questions)}`}`;

/** What is to be said of resets: that every one was proved, or which were not; and what nobody had declared. */
function resetLines({ reset_proofs: { sessions, refused }, canaries_seen, undeclared, memory_not_written }: Pick<Summary, 'reset_proofs' | 'canaries_seen' | 'undeclared' | 'memory_not_written'>): string[] {
  const lines: string[] = [];
  if (refused.length > 0) lines.push(`STATE NOT AS DECLARED before a session of: ${few(refused)}.`);
  if (canaries_seen.length > 0) lines.push(`CANARIES SEEN, what another attempt had left, in: ${few(canaries_seen)}.`);
  if (sessions > 0 && lines.length === 0) lines.push(`Reset proof: ${String(sessions)} sessions, each begun from the declared state; none saw what another had left.`);
  for (const [configuration, paths] of Object.entries(undeclared).sort(([a], [b]) => (a < b ? -1 : 1))) lines.push(`Undeclared state of ${configuration}, never carried: ${few(paths.map(visiblePath))}.`);
  if (memory_not_written.length > 0) lines.push(`MEMORY NOT WRITTEN although it was on, or waited for, in: ${few(memory_not_written)}.`);
  return lines;
}

/** A list that stays readable when everything went wrong; `show` has it whole. */
const few = (names: readonly string[]): string => (names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${String(names.length - 5)} more` : names.join(', '));

function controls(rows: readonly ControlRow[]): string {
  const head = '| Configuration | Control | Task | Profile | As built | Notes found |\n| --- | --- | --- | --- | --- | --- |';
  const body = rows.map(({ configuration, agent, task, profile, runs, as_built, notes_found }) =>
    `| ${[configuration, agent, task, profile, `${String(as_built)}/${String(runs)}`, notes_found === null ? '' : String(notes_found)].join(' | ')} |`,
  );
  const faults = rows.flatMap(({ why }) => (why === undefined ? [] : [`- ${why}`]));
  return [head, ...body, ...(faults.length > 0 ? ['', 'Not as built:', ...faults] : [])].join('\n');
}
