import { oneLine, visible, visiblePath } from '../common/visible.js';
import type { Comparison } from '../trial/compare/compare.js';
import type { Divergence, StepKind } from '../trial/compare/divergence.js';
import type { ComparedTrials } from './compare-trials.js';

const TITLES: Record<StepKind, string> = {
  'initial-state': 'initial state', request: 'model request', 'tool-call': 'tool call', 'tool-result': 'tool result', message: 'message',
  error: 'error', 'service-request': 'call of a service', 'service-response': 'answer of a service', 'file-change': 'file change', end: 'end', answer: 'answer', score: 'score',
};

/** What kind of step it is, to be read. */
export const kindInWords = (kind: StepKind): string => TITLES[kind];

/** Two trials side by side, for a terminal. */
export function formatCompared(compared: ComparedTrials, all: boolean): string {
  const { a, b } = compared;
  const state = a.initial_state === b.initial_state ? `the same initial state ${a.initial_state ?? 'never seen'}` : `other initial states: ${a.initial_state ?? 'never seen'} and ${b.initial_state ?? 'never seen'}`;
  return [
    `a: ${a.trial}, attempt ${String(a.attempt)}`,
    `b: ${b.trial}, attempt ${String(b.attempt)}`,
    state,
    ...(compared.publication === 'pending' ? ['results pending: scores are not published'] : []),
    ...divergenceLines(compared, ['a', 'b'], all),
    ...maskLines(compared),
  ].map((line) => `${line}\n`).join('');
}

/** The divergences, the first of each kind or all; `names` are what the two sides are called. */
export function divergenceLines({ divergences }: Comparison, names: readonly [string, string], all: boolean): string[] {
  const [first] = divergences;
  if (!first) return ['no difference'];
  const kinds = [...new Set(divergences.map(({ kind }) => kind))];
  return [
    `first difference: ${titled(first)}`,
    ...sides(first, names),
    ...kinds.flatMap((kind) => {
      const of = divergences.filter((one) => one.kind === kind && one !== first);
      const rest = of.length - 1;
      if (of.length === 0) return [];
      if (all) return of.flatMap((one) => [titled(one), ...sides(one, names)]);
      return of.slice(0, 1).flatMap((one) => [`${titled(one)}${rest === 0 ? '' : `, and ${String(rest)} more (--all)`}`, ...sides(one, names)]);
    }),
  ];
}

export const titled = ({ kind, session, where }: Divergence): string =>
  oneLine(`${TITLES[kind]}${session === null || session === 1 ? '' : ` of session ${String(session)}`}: ${visiblePath(where)}`, 200);

export const sides = ({ a, b }: Divergence, [left, right]: readonly [string, string]): string[] => {
  const width = Math.max(left.length, right.length) + 1;
  const line = (name: string, text: string | null): string => `  ${`${name}:`.padEnd(width)} ${text === null ? '(nothing)' : visible(text).trim().replaceAll(/\s*\n\s*/g, ' ⏎ ')}`;
  return [line(left, a), line(right, b)];
};

/** What was hidden where both sides were compared, by name. Empty where nothing was. */
export function maskLines({ masked }: Comparison): string[] {
  const texts = Object.keys(masked.texts);
  const files = new Map(masked.files.map(({ pattern, why }) => [pattern, why]));
  return [
    ...(texts.length === 0 ? [] : [`masked in texts: ${texts.join(', ')}`]),
    ...[...files].map(([pattern, why]) => `masked file: ${visiblePath(pattern)} (${why})`),
  ];
}
