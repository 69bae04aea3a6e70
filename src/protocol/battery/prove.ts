import { scoreChecklist, type Check, type ChecklistScore } from '../../scoring/checklist/check.js';
import type { Outcome } from '../../scoring/checklist/outcomes.js';
import { evidenceOf, scriptOf } from './examples.js';
import type { Task } from './task.js';

/** What one example gets, and what its key says it must get. */
export interface Proven {
  example: string;
  expected: { points: number; outcomes: Readonly<Record<string, Outcome>> };
  score: ChecklistScore;
}

/** Scores every example of a task. */
export const scoreExamples = (task: Task): Proven[] =>
  Object.entries(task.examples).map(([example, { points, outcomes }]) => ({ example, expected: { points, outcomes }, score: scoreChecklist(task.checks, evidenceOf(task, scriptOf(task, example))) }));

/**
 * Why a task may not be locked, one line each; empty where it is proven both ways: every check finds the right example right and
 * fails on an example of each wrong answer that its key names, every example gets the points that it must, and the points tell apart.
 */
export function unproven(task: Task): string[] {
  const proven = scoreExamples(task);
  return [...proven.flatMap(differences), ...task.checks.flatMap((check) => uncovered(check, proven)), ...inseparable(proven)].map((line) => `${task.id}: ${line}`);
}

function differences({ example, expected, score }: Proven): string[] {
  const wrong = score.checks.flatMap(({ id, outcome }) => {
    const must = expected.outcomes[id] ?? 'right';
    return outcome === must ? [] : [`example \`${example}\`: check \`${id}\` finds ${outcome}, and the key says ${must}`];
  });
  return score.points === expected.points ? wrong : [...wrong, `example \`${example}\` gets ${String(score.points)} points, and the key says ${String(expected.points)}`];
}

function uncovered({ id, settings }: Check, proven: readonly Proven[]): string[] {
  const found = new Set(proven.flatMap(({ score }) => score.checks.filter((check) => check.id === id).map(({ outcome }) => outcome)));
  found.delete('right');
  if (found.size === 0) return [`no example fails check \`${id}\``];
  const named = (['superseded', 'distractor'] as const).filter((name) => Array.isArray(settings[name]) && settings[name].length > 0);
  return named.filter((name) => !found.has(name)).map((name) => `no example shows \`${name}\` to check \`${id}\`, which names one`);
}

/** Right, a complete failure or nearly, and something between them. */
function inseparable(proven: readonly Proven[]): string[] {
  const points = new Set(proven.map(({ score }) => score.points));
  const shown = new Set(proven.map(({ example }) => example));
  if (!shown.has('absent')) return ['there is no example `absent`, of an agent that remembers nothing'];
  return points.size >= 3 ? [] : [`its examples get only ${[...points].sort().join(' or ')} points; tell a lesser failure from a complete one`];
}
