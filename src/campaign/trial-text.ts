import { fit } from '../common/fit.js';
import { oneLine, visible, visiblePath } from '../common/visible.js';
import { isChecklist, type ChecklistScore, type TrialScore } from '../scoring/index.js';
import type { TraceEvent } from '../trace/events.js';
import type { AttemptRecord } from '../trial/attempt-record.js';
import { adjudicationLines } from './adjudication-text.js';
import { checklistLines } from './checklist-text.js';
import { deliveryLines } from './delivery-text.js';
import { promptModeTools } from '../trial/prompt-tools.js';
import { madeBy, memoryLines, withoutDiff } from './memory-text.js';
import type { ShownTrial } from './read-trial.js';
import { resetText } from './reset-text.js';
import { witnessLines } from './witness-text.js';

/** How much of an attempt is shown. */
export interface Extent {
  /** Columns that a line may take. */
  width: number;
  /** Everything, whatever its length. */
  full: boolean;
}

/**
 * One attempt as text for a terminal: what happened, what changed, what was answered, what it scored, whether it counts. A line that is
 * longer than the terminal is wide says how much of it is missing.
 */
export function formatTrial(shown: ShownTrial, { width, full }: Extent): string {
  const { trial, attempt, attempts, dir, record, interrupted, events, answer, score, witness, delivery } = shown;
  const makers = makersOf(shown.attribution);
  const sections = [
    section('Validity', record ? validity(record) : [interrupted ?? 'running']),
    ...(record ? [section('Witnesses', witnessLines(record, witness))] : []),
    ...(shown.resets.length > 0 ? [section('Resets', resetText(shown.resets, shown.serviceResets, full))] : []),
    section('Timeline', timeline(events)),
    ...(shown.memory.length > 0 ? [section('Memory written', memoryLines(shown.memory))] : []),
    ...Object.entries(shown.changes).map(([root, changes]) =>
      section(`Changes in ${root}`, changes.length === 0 ? ['none'] : [...changes.map(({ kind, path, from, ...change }) => `${kind.padEnd(13)} ${from === undefined ? '' : `${visiblePath(from)} -> `}${visiblePath(path)}${attributedTo(makers, root, path)}${withoutDiff(change)}`), ...patch(shown.patches[root])]),
    ),
    section('Answer', answer === undefined ? ['none'] : visible(answer).split('\n')),
    ...(delivery ? [section('Delivery', deliveryLines(delivery))] : []),
    ...(score ? [section(`Score${shown.publication === 'pending' ? ' (results pending)' : ''}`, isChecklist(score) ? checklistLines(score, shown.task) : scoreLines(score))] : []),
    ...(shown.adjudication ? [section('Adjudication', adjudicationLines(shown.adjudication))] : []),
  ];
  const lines = sections.join('\n\n').split('\n');
  return [`${trial}, attempt ${String(attempt)} of ${String(attempts)}`, dir, '', ...(full ? lines : lines.map((line) => fit(line, width)))].map((line) => `${line}\n`).join('');
}

/** Session and path → by what it was changed; the last session of the attempt has no number in the names of its folders. */
function makersOf(attribution: ShownTrial['attribution']): Map<string, string> {
  const { changes = [] } = attribution ?? {};
  const last = changes.reduce((most, { session }) => Math.max(most, session), 1);
  return new Map(changes.map(({ session, path, call }) => [`${session === last ? '' : `session-${String(session)}/`} ${path}`, madeBy(call)]));
}

const attributedTo = (makers: ReadonlyMap<string, string>, root: string, path: string): string => makers.get(`${/^session-\d+\//.exec(root)?.[0] ?? ''} ${path}`) ?? '';

const section = (title: string, lines: readonly string[]): string => `${title}\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}`;

function validity(record: AttemptRecord): string[] {
  const { valid, ended, exit, signals, sandbox, initial_state, duration_ms } = record;
  const how = exit === null ? '' : exit.signal === null ? `, exit code ${String(exit.code)}` : `, ${exit.signal}`;
  return [
    `${valid ? 'valid' : 'invalid'}: ${ended}${how}, ${(duration_ms / 1000).toFixed(1)} s`,
    ...signals.map(({ blame, kind, message }) => `${blame}: ${kind}: ${oneLine(message, Infinity)}`),
    ...toolsWhereNoneAreWanted(record),
    ...(record.adaptations ? [`by hand; adapted, neither passed nor failed: ${record.adaptations.join(', ')}`] : []),
    `sandbox: ${sandbox.kind}, isolation ${sandbox.isolation}${sandbox.image_digest === null ? '' : `, ${sandbox.image_digest}`}`,
    `initial state: ${initial_state ?? (record.adaptations ? 'attested by a person, see session-1/attested-reset.json' : 'never seen')}`,
  ];
}

function toolsWhereNoneAreWanted(record: AttemptRecord): string[] {
  const calls = promptModeTools(record);
  if (calls === undefined) return [];
  if (calls === null) return ['mode prompt; whether it called tools cannot be seen'];
  return [calls === 0 ? 'mode prompt, no tool call' : `mode prompt, and yet TOOL CALLS: ${String(calls)}; it is scored like the rest`];
}

function timeline(events: readonly TraceEvent[]): string[] {
  const [first] = events;
  if (!first) return ['no events'];
  const began = Date.parse(first.time);
  return events.map((event) => {
    const at = ((Date.parse(event.time) - began) / 1000).toFixed(3).padStart(8);
    return oneLine(`${at}  ${event.source.padEnd(7)} ${event.type.padEnd(13)} ${details(event)}`, Infinity);
  });
}

function details({ name, arguments: given, result, exit_code, unmatched }: TraceEvent): string {
  const parts = [name, given === undefined ? undefined : JSON.stringify(given), result === undefined ? undefined : asText(result)];
  if (exit_code !== undefined && exit_code !== 0) parts.push(`exit ${String(exit_code)}`);
  if (unmatched !== undefined) parts.push(`(${unmatched})`);
  return parts.filter((part) => part !== undefined).join(' ');
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const patch = (text: string | undefined): string[] => (text === undefined ? [] : ['', ...visible(text).trimEnd().split('\n')]);

function scoreLines(score: Exclude<TrialScore, ChecklistScore>): string[] {
  if (score.format_failure !== null) return [`format failure: ${oneLine(score.format_failure, Infinity)}`];
  return [
    `${String(score.grounded_correct)} of ${String(score.questions)} grounded and correct, ${String(score.value_correct)} values correct, ${String(score.citation_rejected)} citations rejected`,
    ...score.results.map(({ question, grounded_correct, value_correct, answer }) => {
      const mark = grounded_correct ? 'ok  ' : value_correct ? 'cite' : 'FAIL';
      return oneLine(`${mark} ${question}: ${answer.value} (${answer.source ?? 'no source'}) ${JSON.stringify(answer.quote)}`, Infinity);
    }),
  ];
}
