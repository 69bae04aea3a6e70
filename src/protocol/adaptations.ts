import { z } from 'zod';
import { pathProblem } from '../scenario/source-path.js';
import { idSchema } from './id.js';

const text = z.string().min(1);
const path = text.superRefine((given, context) => {
  const problem = pathProblem(given, []);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem.replace('of a source', 'of a document') });
});

/**
 * What one product cannot be asked, or read, as the others do (methodology, "Use identical source material"). The facts and the corpus stay as
 * they are: text is put around a prompt, a document stands under another name too, byte for byte; nothing is taken away and nothing is rewritten.
 * Documents in another wording, checks and keys cannot be adapted: nobody could tell that they say the same.
 */
export const adaptationSchema = z.strictObject({
  id: idSchema,
  why: text.describe('What the product cannot do otherwise.'),
  before: text.optional().describe('Put before every prompt, with an empty line between.'),
  after: text.optional().describe('Put after every prompt, with an empty line between.'),
  documents: z.array(z.strictObject({
    document: path.describe('A document of the tasks, relative to the workspace.'),
    as: path.describe('The other name under which its bytes stand too, in every session that has it.'),
  })).min(1).optional().describe('Documents that the product looks for under another name.'),
});

export type Adaptation = z.infer<typeof adaptationSchema>;

/** A prompt as a configuration gets it; without adaptations the very same. */
export const adaptPrompt = (prompt: string, adaptations: readonly Adaptation[] = []): string =>
  adaptations.reduce((adapted, { before, after }) => [before, adapted, after].filter((part) => part !== undefined).join('\n\n'), prompt);

/** Whether a configuration gets other prompts than the rest. */
export const adaptsPrompts = (adaptations: readonly Adaptation[] = []): boolean => adaptations.some(({ before, after }) => before !== undefined || after !== undefined);

/** The documents of a configuration that stand under another name, too. */
export const adaptedDocuments = (adaptations: readonly Adaptation[] = []): { document: string; as: string }[] => adaptations.flatMap(({ documents = [] }) => documents);

/** Files by path as a configuration gets them, or what becomes of them: the same, and each adapted document under its other name. */
export function adaptFiles<T>(files: ReadonlyMap<string, T>, adaptations: readonly Adaptation[] = []): ReadonlyMap<string, T> {
  const added = adaptedDocuments(adaptations).flatMap(({ document, as }): [string, T][] => { const file = files.get(document); return file === undefined ? [] : [[as, file]]; });
  return added.length === 0 ? files : new Map([...files, ...added]);
}
