import { z } from 'zod';

/** The word that stands for the scenario's own questions. */
export const PROBE = 'probe';

/** One prompt: its text, a file with it relative to the manifest, or the word `probe`. */
const turn = z.union([z.string().min(1), z.strictObject({ file: z.string().min(1) })], 'must be a text, `probe`, or { file }');

/** One conversation of the agent in a machine of its own, and what is asked in it, one prompt after the other. */
export const sessionSchema = z.strictObject({ turns: z.array(turn).min(1) });

export type ManifestSession = z.infer<typeof sessionSchema>;
export type ManifestTurn = z.infer<typeof turn>;

/** What a task without `sessions` has: its questions, asked once. */
export const ONE_PROBE: ManifestSession[] = [{ turns: [PROBE] }];

/** Where `probe` stands and may not: only the last turn of the last session gives the answer that is scored. */
export function misplacedProbe(sessions: readonly ManifestSession[]): PropertyKey[] | undefined {
  for (const [session, { turns }] of sessions.entries()) {
    const turn = turns.indexOf(PROBE);
    if (turn !== -1 && (session < sessions.length - 1 || turn < turns.length - 1)) return [session, 'turns', turn];
  }
  return undefined;
}
