import { oneLine } from '../common/visible.js';
import type { Task } from '../protocol/battery/task.js';
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

/** What a key says of a check, line by line: the value, where it stands in the material, and how it follows. */
export function expectationOf(task: Task | undefined, id: string): string[] {
  const settings = task?.checks.find((check) => check.id === id)?.settings;
  const fact = task?.facts[id];
  if (!settings || !fact) return [];
  const values = ['right', 'values'].flatMap((name) => (settings[name] === undefined ? [] : [`expected: ${JSON.stringify(settings[name])}`]));
  const { stands, derived } = fact;
  const where = stands === 'probe' ? 'the last prompt asks for it' : stands === 'nowhere' ? 'nothing in the material settles it' : `stands in session ${String(stands.session)}, ${'turn' in stands ? `turn ${String(stands.turn)}` : stands.file}: ${JSON.stringify(stands.text)}`;
  return [...values, where, ...(derived === undefined ? [] : [`follows from it: ${derived}`])];
}
