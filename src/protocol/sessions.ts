import { z } from 'zod';
import { resetsSchema } from './resets.js';

/** The word that stands for the scenario's own questions. */
export const PROBE = 'probe';

/** One prompt: its text, a file with it relative to the manifest, or the word `probe`. */
const turn = z.union([z.string().min(1), z.strictObject({ file: z.string().min(1) })], 'must be a text, `probe`, or { file }');

/** A command line for the shell of the sandbox, run in the workspace as the agent's user. */
export const warmupSchema = z.array(z.string().min(1));

/** How a session's conversation relates to that of the session before it: the last two are the agent's own resets. */
export const CONVERSATIONS = ['new', 'resume', 'compact'] as const;
export type Conversation = (typeof CONVERSATIONS)[number];

/** One session of the agent in a machine of its own, and what is asked in it, one prompt after the other. */
export const sessionSchema = z.strictObject({
  turns: z.array(turn).min(1),
  resets: resetsSchema.optional().describe('What happens to the agent\'s state before this session; not for the first one.'),
  conversation: z.enum(CONVERSATIONS).default('new'),
  warmup: warmupSchema.default([]).describe('Run one after the other before the first prompt, after those of the configuration.'),
});

export type ManifestSession = z.infer<typeof sessionSchema>;
export type ManifestTurn = z.infer<typeof turn>;

/** What a task without `sessions` has: its questions, asked once. */
export const ONE_PROBE: ManifestSession[] = [{ turns: [PROBE], conversation: 'new', warmup: [] }];

/** What the first session cannot have: nothing came before it. */
export function misplacedReset([first]: readonly ManifestSession[]): { path: PropertyKey[]; message: string } | undefined {
  if (first?.resets !== undefined) return { path: [0, 'resets'], message: 'the first session follows no other: there is nothing to reset' };
  if (first !== undefined && first.conversation !== 'new') return { path: [0, 'conversation'], message: 'the first session follows no other: there is no conversation to go on with' };
  return undefined;
}

/** Where `probe` stands and may not: only the last turn of the last session gives the answer that is scored. */
export function misplacedProbe(sessions: readonly ManifestSession[]): PropertyKey[] | undefined {
  for (const [session, { turns }] of sessions.entries()) {
    const turn = turns.indexOf(PROBE);
    if (turn !== -1 && (session < sessions.length - 1 || turn < turns.length - 1)) return [session, 'turns', turn];
  }
  return undefined;
}
