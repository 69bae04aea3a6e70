import { oneLine } from '../common/visible.js';
import { filesBefore, type Task } from '../protocol/battery/task.js';
import type { ChecklistScore } from '../scoring/index.js';

/** A score of checks for a terminal: what each found, what was expected, and where that stands in the material. */
export function checklistLines({ points, checks }: ChecklistScore, task: Task | undefined): string[] {
  return [
    `${String(points)} failure ${points === 1 ? 'point' : 'points'}, those of the worst check`,
    ...checks.flatMap(({ id, kind, outcome, points: cost }) => {
      const mark = outcome === 'right' ? 'ok  ' : outcome === 'ambiguous' ? '?   ' : 'FAIL';
      const found = outcome === 'ambiguous' ? 'ambiguous, for a person to decide' : outcome;
      return [`${mark} ${id} (${kind}): ${found}${outcome === 'right' ? '' : `, ${String(cost)} ${cost === 1 ? 'point' : 'points'}`}`, ...expectationOf(task, id).map((line) => `       ${oneLine(line, Infinity)}`)];
    }),
  ];
}

/** What a key says of a check. */
export interface Expectation {
  /** The values of which each is right, or of a list all; none where the check has no values. */
  values: unknown[];
  /** Where the fact stands: `session 1, docs/plan.md, line 3`; or why it stands nowhere. */
  where: string;
  /** The turn it stands in, or the file. */
  stands: { session: number; turn?: number; text: string } | undefined;
  /** How the value follows from what stands there. */
  derived: string | undefined;
}

/** What a key says of one check; undefined where there is no key, or it says nothing. */
export function expected(task: Task | undefined, id: string): Expectation | undefined {
  const settings = task?.checks.find((check) => check.id === id)?.settings;
  const fact = task?.facts[id];
  if (!settings || !fact) return undefined;
  const { stands, derived } = fact;
  const values = ['right', 'values'].flatMap((name) => (settings[name] === undefined ? [] : [settings[name]]));
  if (stands === 'probe' || stands === 'nowhere') return { values, where: stands === 'probe' ? 'the last prompt asks for it' : 'nothing in the material settles it', stands: undefined, derived };
  const { session, text } = stands;
  const place = 'turn' in stands ? `turn ${String(stands.turn)}` : `${stands.file}${lineOf(filesBefore(task.sessions, session).get(stands.file), text)}`;
  return { values, where: `session ${String(session)}, ${place}`, stands: { session, text, ...('turn' in stands && { turn: stands.turn }) }, derived };
}

/** On which line of a file a text begins; nothing where it is not in it. */
function lineOf(file: string | undefined, text: string): string {
  const at = file?.indexOf(text) ?? -1;
  return at === -1 ? '' : `, line ${String((file ?? '').slice(0, at).split('\n').length)}`;
}

/** What a key says of a check, line by line: the value, where it stands in the material, and how it follows. */
export function expectationOf(task: Task | undefined, id: string): string[] {
  const one = expected(task, id);
  if (!one) return [];
  const { values, where, stands, derived } = one;
  return [...values.map((value) => `expected: ${JSON.stringify(value)}`), stands ? `stands in ${where}: ${JSON.stringify(stands.text)}` : where, ...(derived === undefined ? [] : [`follows from it: ${derived}`])];
}
