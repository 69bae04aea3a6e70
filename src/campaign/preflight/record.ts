import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Who has to act on a failed preflight: the user (exit 2), or whoever runs engine, harness and provider (exit 3). */
export const cause = z.strictObject({ by: z.enum(['user', 'provider', 'harness']), kind: z.string(), message: z.string() });
export type Cause = z.infer<typeof cause>;

/** preflight.json: what a configuration proved, or why it did not. */
export const preflightRecord = z.strictObject({
  configuration: z.string(),
  agent: z.string(),
  number: z.int().positive(),
  /** The program and what it says its version is; null where it has no way to say. */
  program: z.strictObject({ argv: z.string(), pinned: z.string(), said: z.string().nullable() }),
  /**
   * What answered: the configuration's own provider, or a fixed script in its place where the provider is a script or a recording,
   * which cannot know this task. Null where the agent asks no model.
   */
  model: z.strictObject({ provider: z.string(), mode: z.string(), fixed_script: z.boolean(), observed: z.string().nullable() }).nullable(),
  /** A tool gave back what only the workspace holds; null where nothing here could show it. */
  tool_call: z.boolean().nullable(),
  /** Null: proved. */
  cause: cause.nullable(),
});
export type PreflightRecord = z.infer<typeof preflightRecord>;

export const PREFLIGHT_FILE = 'preflight.json';

/** preflight.json of a sealed preflight. */
export const readPreflight = async (folder: string): Promise<PreflightRecord> => preflightRecord.parse(JSON.parse(await readFile(join(folder, PREFLIGHT_FILE), 'utf8')));
