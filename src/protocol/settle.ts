import { z } from 'zod';

/** How to tell that an agent has written its memory, which some do after they have answered. */
export const settleSchema = z.strictObject({
  /** Files to wait for, as state tables write them: `~/…` in the home, otherwise relative to the workspace. */
  path: z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/, 'must be a path or glob, relative to the workspace or starting with `~/`, without `..`'),
  /** They must be new or changed, and then stay as they are for so long, seconds. */
  stable_seconds: z.number().nonnegative().max(600).default(2),
  /** Longest wait, seconds; what was not written by then is told. */
  seconds: z.number().positive().max(3600).default(30),
});

export type Settle = z.infer<typeof settleSchema>;
