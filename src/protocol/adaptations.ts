import { z } from 'zod';

const text = z.string().min(1);

/** What one product cannot be asked as the others are (methodology, "Use identical source material"). The facts stay as they are: text is put around a prompt, nothing is taken from it. */
export const adaptationSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 of a-z 0-9 _ -, and start with a letter or digit'),
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
