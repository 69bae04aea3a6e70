import { z } from 'zod';
import type { Outcome } from './outcomes.js';

export const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Scalar = z.infer<typeof scalar>;

/** The named answers to one question: what is right, what was right before, what is right for something else. */
export const classes = {
  right: z.array(scalar).min(1),
  superseded: z.array(scalar).default([]),
  distractor: z.array(scalar).default([]),
};

/** The same, where only text can stand: tokens in a file, sources. */
export const textClasses = {
  right: z.array(z.string().min(1)).min(1),
  superseded: z.array(z.string().min(1)).default([]),
  distractor: z.array(z.string().min(1)).default([]),
};

export interface Classes<T = Scalar> {
  right: readonly T[];
  superseded: readonly T[];
  distractor: readonly T[];
}

/** `exact`: the same type and characters. `folded`: case, Unicode form, white space, a final period and a leading article aside; a number may be written as text. */
export const compare = z.enum(['exact', 'folded']);
export type Compare = z.infer<typeof compare>;

/** The name of a value: in which class it is, the right one first; undefined where it is in none. */
export function classOf(value: unknown, classes: Classes, how: Compare): Outcome | undefined {
  const isIn = (list: readonly Scalar[]): boolean => list.some((expected) => sameValue(value, expected, how));
  return (['right', 'superseded', 'distractor'] as const).find((name) => isIn(classes[name]));
}

/** Nothing was said: null, empty text, or that it is unknown. */
export const saysNothing = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && ['', 'unknown'].includes(fold(value)));

export function sameValue(value: unknown, expected: Scalar, how: Compare): boolean {
  if (value === expected) return true;
  if (how === 'exact') return false;
  if (expected === null) return saysNothing(value);
  if (typeof expected === 'number') return typeof value === 'string' && isNumber(value) && Number(value) === expected;
  if (typeof value === 'number') return typeof expected === 'string' && isNumber(expected) && Number(expected) === value;
  return typeof value === 'string' && typeof expected === 'string' && withoutArticle(fold(value)) === withoutArticle(fold(expected));
}

/** Text without what does not change its meaning. Independent of locale. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase().trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');

const withoutArticle = (text: string): string => text.replace(/^(?:the|an?) (?=.)/, '');

const isNumber = (text: string): boolean => /^[+-]?\d+(?:\.\d+)?$/.test(text.trim());

/** Whether a text holds a token: not inside a longer word, and a number not inside a longer number (`12` is not in `12.5`). Linear in the text. */
export function holdsToken(text: string, token: string): boolean {
  const [hay, needle] = [text.normalize('NFC').toLowerCase(), token.normalize('NFC').toLowerCase()];
  if (needle === '') return false;
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + 1)) {
    if (!joins(hay.slice(Math.max(0, at - 2), at), needle, 'before') && !joins(hay.slice(at + needle.length, at + needle.length + 2), needle, 'after')) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_]/u;

/** Whether what stands next to a token makes it part of a longer one. */
function joins(next: string, token: string, side: 'before' | 'after'): boolean {
  const [edge = '', close = '', far = ''] = side === 'after' ? [token.at(-1), next[0], next[1]] : [token[0], next.at(-1), next.at(-2)];
  if (WORD.test(edge) && WORD.test(close)) return true;
  return /\d/.test(edge) && /[.,]/.test(close) && /\d/.test(far);
}
