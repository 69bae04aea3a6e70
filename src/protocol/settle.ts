import { z } from 'zod';

/** How to tell that an agent has written its memory, which some do after they have answered. */
export const settleSchema = z.strictObject({
  path: z.string().regex(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/, 'must be a path or glob, relative to the workspace or starting with `~/`, without `..`').describe('Files to wait for, as state tables write them: `~/…` in the home, otherwise relative to the workspace.'),
  stable_seconds: z.number().nonnegative().max(600).default(2).describe('They must be new or changed, and then stay as they are for so long, seconds.'),
  seconds: z.number().positive().max(3600).default(30).describe('Longest wait, seconds; what was not written by then is told.'),
});

export type Settle = z.infer<typeof settleSchema>;
