import { z } from 'zod';
import { ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME } from '../../common/environment-name.js';
import { resetsSchema, type Resets } from '../resets.js';
import { CATEGORIES, type Category } from './schema.js';
import { VARIANTS, type Variant } from './variants.js';

/** What a manifest runs of a battery; its name alone stands for all of it. */
export const batterySelectionSchema = z.union(
  [
    z.string().min(1),
    z.strictObject({
      use: z.string().min(1).describe('A name of `fixtures/batteries/`, or a directory relative to the manifest with a slash in it.'),
      tasks: z.array(z.string().min(1)).min(1).optional(),
      categories: z.array(z.enum(CATEGORIES)).min(1).optional(),
      profiles: z.array(z.enum(VARIANTS)).min(1).optional().describe('How its tasks are asked: `full` as they are; `ceiling` with everything in the one prompt; `floor` without what they rest on.'),
      secret_env: z.string().regex(ENVIRONMENT_NAME, NO_ENVIRONMENT_NAME).optional().describe('The environment variable with the secret that keeps the quarter\'s variant from being made by others.'),
      resets: resetsSchema.optional().describe('What happens to the agent\'s state between the sessions of a task, where a configuration does not say otherwise.'),
    }),
  ],
  'must be the name of a battery, its directory, or { use, tasks, categories, profiles, secret_env, resets }',
);

export type BatterySelection = z.infer<typeof batterySelectionSchema>;

/** A selection in full. */
export interface WholeSelection {
  use: string;
  tasks?: readonly string[] | undefined;
  categories?: readonly Category[] | undefined;
  profiles: readonly Variant[];
  secret_env?: string | undefined;
  resets: Resets;
}

/**
 * Of a project only its files go from one session to the next, as on a disk that nobody cleans; everything else is cleared
 * unless somebody declares it.
 */
const PROJECT_FILES: Resets = { workspace: 'declared' };

export const wholeSelection = (selection: BatterySelection): WholeSelection =>
  typeof selection === 'string' ? { use: selection, profiles: ['full'], resets: PROJECT_FILES } : { ...selection, profiles: selection.profiles ?? ['full'], resets: { ...PROJECT_FILES, ...selection.resets } };
