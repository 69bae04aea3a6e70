import { z } from 'zod';
import type { Evidence } from './evidence.js';
import type { Outcome } from './outcomes.js';

/** One kind of check: what may be said about it, and how it is decided. Pure. */
export interface Kind<Options extends z.ZodRawShape, Key extends z.ZodRawShape> {
  kind: string;
  /** One line for the reference. */
  about: string;
  /** What it can find beside `right`. */
  outcomes: readonly Outcome[];
  /** What a task says: where to look, in which form. */
  options: Options;
  /** What the answer key says: the values. */
  key: Key;
  judge(check: z.infer<z.ZodObject<Options>> & z.infer<z.ZodObject<Key>>, evidence: Evidence): Outcome;
}

/** A kind of which the shapes are not known any more: what a table of kinds holds. */
export type AnyKind = Omit<Kind<z.ZodRawShape, z.ZodRawShape>, 'judge'> & { judge(check: never, evidence: Evidence): Outcome };

export const defineKind = <Options extends z.ZodRawShape, Key extends z.ZodRawShape>(kind: Kind<Options, Key>): Kind<Options, Key> => kind;

/** A path in the workspace, as a check names it. */
export const path = z.string().min(1).refine((text) => !/^\/|\\|\0|(?:^|\/)\.{0,2}(?:\/|$)(?!$)/.test(text) && !/(?:^|\/)\.\.?$/.test(text), 'must be a path inside the workspace, with `/` between its parts');

/** Where in a JSON value: RFC 6901. */
export const pointer = z.string().regex(/^(?:\/(?:[^/~]|~[01])*)*$/, 'must be a JSON pointer (RFC 6901), such as `/owner`');

/** A text to look at: the answer, or a file. */
export const textTarget = { file: path.optional() };

/** A place in the JSON of the answer, or of a JSON or YAML file. */
export const valueTarget = { file: path.optional(), at: pointer };

export const during = z.enum(['probe', 'all']).default('all');
