import { z } from 'zod';
import { idSchema } from './id.js';

const text = z.string().min(1);

/** What one product cannot be asked as the others are (methodology, "Use identical source material"). The facts stay as they are: text is put around a prompt, nothing is taken from it. */
export const adaptationSchema = z.strictObject({
  id: idSchema,
  why: text.describe('What the product cannot do otherwise.'),
  before: text.optional().describe('Put before every prompt, with an empty line between.'),
  after: text.optional().describe('Put after every prompt, with an empty line between.'),
});

export type Adaptation = z.infer<typeof adaptationSchema>;

/** A prompt as a configuration gets it; without adaptations the very same. */
export const adaptPrompt = (prompt: string, adaptations: readonly Adaptation[] = []): string =>
  adaptations.reduce((adapted, { before, after }) => [before, adapted, after].filter((part) => part !== undefined).join('\n\n'), prompt);

/** Whether a configuration gets other prompts than the rest. */
export const adaptsPrompts = (adaptations: readonly Adaptation[] = []): boolean => adaptations.some(({ before, after }) => before !== undefined || after !== undefined);
