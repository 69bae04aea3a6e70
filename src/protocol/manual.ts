import { z } from 'zod';
import { STATE_CLASSES, type StateClass } from '../common/state-classes.js';
import type { WholeReset } from './resets.js';

/** Where a product in a browser keeps what it could know of earlier work, beyond the conversation itself. */
export const RESET_CLASSES = ['account-memory', 'project-memory', 'chat-history', 'files', 'indexes', 'instructions'] as const;
export type ResetClass = (typeof RESET_CLASSES)[number];

/** Which of them hold a class of state that a manifest may declare to be kept between sessions. */
const HOLDS: Partial<Record<StateClass, readonly ResetClass[]>> = {
  memory: ['account-memory', 'project-memory'], history: ['chat-history'], index: ['indexes'], workspace: ['files'], instructions: ['instructions'],
};

/** What a product keeps before a session: what its block says, and after the first session what the manifest declares. */
export const keptClasses = ({ keeps }: Pick<ManualBlock, 'keeps'>, declared: WholeReset): ResetClass[] => {
  const kept = new Set([...keeps, ...STATE_CLASSES.flatMap((name) => (declared[name] === 'declared' ? (HOLDS[name] ?? []) : []))]);
  return RESET_CLASSES.filter((name) => kept.has(name));
};

/** What a person can attest of a class: emptied, made anew (an account, a project, a chat), switched off, not there at all, or kept as declared. */
export const RESET_WAYS = ['cleared', 'new', 'off', 'absent', 'kept'] as const;
export type ResetWay = (typeof RESET_WAYS)[number];

const text = z.string().min(1);

/** The manifest's `manual:` block: a product that a person drives by hand. All of it is declared; nothing here can check it. */
export const manualSchema = z.strictObject({
  product: text,
  version: text.describe('What it calls its version; where it has none, the day on which it is used.'),
  model: text.optional().describe('The model that it says it uses.'),
  plan: text.optional().describe('Subscription.'),
  settings: text.optional().describe('What is switched on in it: thinking, search, connectors.'),
  notes: text.optional(),
  keeps: z.array(z.enum(RESET_CLASSES)).default([]).describe('Classes that are not reset, on purpose: what is in them is under test.'),
});
export type ManualBlock = z.infer<typeof manualSchema>;
