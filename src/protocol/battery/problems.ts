import type { Check } from '../../scoring/checklist/check.js';
import { holdsToken, type Scalar } from '../../scoring/checklist/values.js';
import { formsOf } from './inflections.js';
import { filesBefore, probeOf, type Fact, type Task } from './task.js';

export interface TaskProblem {
  in: 'task' | 'key';
  path: PropertyKey[];
  message: string;
}

/** The first thing that makes a task unfit: a fact that does not stand where the key says, or one that the probe gives away. */
export function problemOf(task: Task): TaskProblem | undefined {
  return task.checks.map((check) => factProblem(task, check, task.facts[check.id] as Fact)).find((problem) => problem !== undefined) ?? exampleProblem(task);
}

function factProblem(task: Task, check: Check, fact: Fact): TaskProblem | undefined {
  const at = (field: string, message: string): TaskProblem => ({ in: 'key', path: ['facts', check.id, field], message });
  const stand = standProblem(task, fact.stands);
  if (stand !== undefined) return at('stands', stand);
  if (!HOLDS_VALUES.has(check.kind)) return namedInProbe(task, check, fact) === undefined ? undefined : at('right', `the probe gives \`${namedInProbe(task, check, fact) ?? ''}\` away`);

  const [right, ...wrong] = (['right', 'superseded', 'distractor'] as const).map((name) => [name, tokens(check, name)] as const);
  if (typeof fact.stands === 'object') {
    const { text } = fact.stands;
    const isSaid = right?.[1].some((token) => holdsToken(text, token));
    if (right !== undefined && right[1].length > 0 && !isSaid && !fact.offered && fact.derived === undefined) return at('right', 'does not stand in the text that the key quotes; quote the place, or say how it is `derived`');
  }
  const material = materialOf(task);
  for (const [name, list] of wrong) {
    const lost = fact.offered || fact.derived !== undefined ? undefined : list.find((token) => !holdsToken(material, token));
    if (lost !== undefined) return at(name, `\`${lost}\` stands nowhere in the material, so it would be invented`);
  }
  const probe = probeOf(task);
  const given = right?.[1].filter((token) => givesAway(probe, token)) ?? [];
  const others = wrong.flatMap(([, list]) => list).filter((token) => holdsToken(probe, token));
  if (fact.stands !== 'probe' && given.length > 0 && !(fact.offered && (others.length > 0 || fact.derived !== undefined))) {
    return at('right', `the probe gives \`${given[0] ?? ''}\` away${fact.offered ? ': it offers no wrong value beside it; name one, or say in `derived` what else it allows' : ''}`);
  }
  const beside = fact.offered || fact.derived !== undefined ? undefined : laidWithProbe(task, fact).flatMap(([path, text]) => (right?.[1] ?? []).filter((token) => !BARE_NUMBER.test(token) && givesAway(text, token)).map((token) => [path, token] as const))[0];
  if (beside !== undefined) return at('right', `\`${beside[0]}\`, which is laid with the probe, gives \`${beside[1]}\` away`);
  const told = fact.offered ? undefined : right?.[1].find((token) => !BARE_NUMBER.test(token) && task.distractions.some((text) => givesAway(text, token)));
  return told === undefined ? undefined : at('right', `a generated distraction says \`${told}\` too; choose another value`);
}

/** Files that are laid with the probe, but for one in which the fact is said to stand. */
const laidWithProbe = ({ sessions }: Task, { stands }: Fact): [string, string][] =>
  [...(sessions.length < 2 ? [] : (sessions.at(-1)?.files ?? []))].flatMap(([path, text]): [string, string][] => (text === null || (typeof stands === 'object' && 'file' in stands && stands.file === path) ? [] : [[path, text]]));

/** A value that is right for a check of a task and stands in a text that must add no fact; undefined where there is none. */
export const factIn = ({ checks, facts }: Pick<Task, 'checks' | 'facts'>, text: string): string | undefined =>
  checks.filter(({ id, kind }) => HOLDS_VALUES.has(kind) && facts[id]?.offered !== true).flatMap((check) => tokens(check, 'right')).find((token) => givesAway(text, token));

/** Whether a text says a value, in another form of its last word too. */
const givesAway = (text: string, token: string): boolean => formsOf(token).some((form) => holdsToken(text, form));

/** Of kinds that hold no values of the material: a file to cite, a sentence to quote or a marker to use that the probe names. Words that stand for no file are a form of the answer. */
function namedInProbe(task: Task, check: Check, { stands, offered }: Fact): string | undefined {
  if (!NAMED.has(check.kind) || stands === 'probe' || offered) return undefined;
  return tokens(check, 'right').filter((token) => check.kind !== 'source' || /[./]/.test(token)).find((token) => holdsToken(probeOf(task), token));
}

const NAMED: ReadonlySet<string> = new Set(['source', 'quote', 'marker']);

/** A number in a log says nothing about what it counts elsewhere. */
const BARE_NUMBER = /^\d+$/;

/** Kinds whose values are facts of the material. Sources and quotes are held to it by their own rules. */
const HOLDS_VALUES: ReadonlySet<string> = new Set(['exact', 'members', 'file-contains']);

function tokens({ settings }: Check, name: string): string[] {
  const list = (settings[name] ?? []) as Scalar[];
  return list.flatMap((value) => (value === null || typeof value === 'boolean' || value === '' ? [] : [String(value)]));
}

function standProblem(task: Task, stands: Fact['stands']): string | undefined {
  if (typeof stands === 'string') return undefined;
  const session = task.sessions[stands.session - 1];
  if (session === undefined) return `there is no session ${String(stands.session)}`;
  const text = 'turn' in stands ? session.turns[stands.turn - 1] : filesBefore(task.sessions, stands.session).get(stands.file);
  if (text === undefined) return 'turn' in stands ? `session ${String(stands.session)} has no turn ${String(stands.turn)}` : `session ${String(stands.session)} has no file \`${stands.file}\``;
  if (!flat(text).includes(flat(stands.text))) return `\`${stands.text}\` does not stand there`;
  const isProbe = 'turn' in stands && stands.session === task.sessions.length && stands.turn === session.turns.length;
  return isProbe ? 'is the probe: say `probe`, or ask elsewhere' : undefined;
}

/** Lines may be broken anywhere. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const materialOf = ({ sessions }: Task): string =>
  sessions.flatMap(({ files, turns }) => [...[...files].map(([path, text]) => `${path}\n${text ?? ''}`), ...turns]).join('\n');

function exampleProblem(task: Task): TaskProblem | undefined {
  if (!Object.hasOwn(task.examples, 'right')) return { in: 'key', path: ['examples'], message: 'there is no example `right`' };
  const known = new Set(task.checks.map(({ id }) => id));
  for (const [name, { outcomes }] of Object.entries(task.examples)) {
    const foreign = Object.keys(outcomes).find((id) => !known.has(id));
    if (foreign !== undefined) return { in: 'key', path: ['examples', name, 'outcomes', foreign], message: `there is no check \`${foreign}\`` };
  }
  return undefined;
}
