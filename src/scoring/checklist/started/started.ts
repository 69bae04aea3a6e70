import type { SimpleCommand } from '../shell.js';

/** What a command line starts, with what the scripts among its programs start in turn. */
export interface Started {
  programs: SimpleCommand[];
  /** Those of which it cannot be told whether they were started. */
  maybe: SimpleCommand[];
  /** Whether something was run of which no text is known, or which was not followed to its end. */
  unread: boolean;
}

export const NOTHING: Started = { programs: [], maybe: [], unread: false };
export const UNREAD: Started = { programs: [], maybe: [], unread: true };

/** All of several that were started. */
export const together = (all: readonly Started[]): Started =>
  ({ programs: all.flatMap(({ programs }) => programs), maybe: all.flatMap(({ maybe }) => maybe), unread: all.some(({ unread }) => unread) });

/** The same, where it cannot be told whether it was started at all. */
export const perhaps = ({ programs, maybe, unread }: Started): Started => ({ programs: [], maybe: [...programs, ...maybe], unread });

/** One of several was started, and which one cannot be told: certain is what all of them start. */
export function oneOf(all: readonly Started[]): Started {
  if (all.length < 2) return all[0] ?? NOTHING;
  const keys = all.map(({ programs }) => new Set(programs.map(keyOf)));
  const inAll = (program: SimpleCommand): boolean => keys.every((one) => one.has(keyOf(program)));
  const { programs, maybe, unread } = together(all);
  return { programs: programs.filter(inAll), maybe: [...programs.filter((program) => !inAll(program)), ...maybe], unread };
}

const keyOf = ({ words, body }: SimpleCommand): string => JSON.stringify([words, body]);
