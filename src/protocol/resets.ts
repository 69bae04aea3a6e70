import { z } from 'zod';
import { STATE_CLASSES } from '../common/state-classes.js';

/** What happens to a class of state before a session begins: `cleared`, back to what the first session was given, or `declared`, as the session before left it. */
export const RESETS = ['cleared', 'declared'] as const;
export type Reset = (typeof RESETS)[number];

/** Only the classes that are named; the others are as a less specific place says, and in the end `cleared`. */
export const resetsSchema = z.partialRecord(z.enum(STATE_CLASSES), z.enum(RESETS));
export type Resets = z.infer<typeof resetsSchema>;

/** What happens to every class. */
export type WholeReset = Readonly<Record<(typeof STATE_CLASSES)[number], Reset>>;

/** What holds for every class, the more specific last: what nobody declares is cleared. */
export const wholeReset = (...from: readonly (Resets | undefined)[]): WholeReset =>
  Object.assign(Object.fromEntries(STATE_CLASSES.map((name) => [name, 'cleared'])), ...from) as WholeReset;
