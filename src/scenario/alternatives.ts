import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf, UserError } from '../common/errors.js';
import { formatPath } from '../common/place.js';
import { repeatedKey } from '../common/repeated-key.js';
import { schemaFault } from '../common/schema-fault.js';
import { own } from './consistency.js';
import type { Scenario } from './schema.js';

/** A wrong value that the material itself suggests, and the statement that does. */
const alternative = z.strictObject({
  value: z.string().min(1, 'must not be empty'),
  source: z.string(),
  quote: z.string().min(1, 'must not be empty'),
  record_id: z.string().optional().describe('Revision scenarios: what tells an answer that used it from a right one with the same value.'),
  action: z.string().optional(),
});
export type Alternative = z.infer<typeof alternative>;

const ofQuestion = z.strictObject({
  superseded: z.array(alternative).default([]).describe('Was once decided, and has been replaced or withdrawn since.'),
  distractors: z.array(alternative).default([]).describe('Right for something else: the other project, person, date.'),
});

/** `<scenario>.alternatives.json`: for each question the wrong values of its material. It names the stage of a failure and decides on no score. */
export const alternativesSchema = z.record(z.string(), ofQuestion);
export type Alternatives = z.infer<typeof alternativesSchema>;

export interface LoadedAlternatives {
  /** As read: what the evidence keeps. */
  text: string;
  alternatives: Alternatives;
}

/** Beside `short.json` it is `short.alternatives.json`. */
export const alternativesFile = (scenarioFile: string): string => `${scenarioFile.replace(/\.json$/i, '')}.alternatives.json`;

/** The file beside a scenario; null where there is none. @throws UserError CLEANSLATE_ALTERNATIVES_INVALID with file and key */
export async function loadAlternatives(scenarioFile: string, scenario: Scenario): Promise<LoadedAlternatives | null> {
  const file = alternativesFile(scenarioFile);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UserError('CLEANSLATE_ALTERNATIVES_INVALID', messageOf(cause), { where: file, cause });
  }
  return { text, alternatives: parseAlternatives(text, file, scenario) };
}

/** As `loadAlternatives`, from text; `file` is only named in errors. */
export function parseAlternatives(text: string, file: string, scenario: Scenario): Alternatives {
  const fail = (path: readonly PropertyKey[], message: string): UserError =>
    new UserError('CLEANSLATE_ALTERNATIVES_INVALID', message, { where: `${file} ${formatPath(path)}`.trimEnd(), hint: 'see docs/delivery.md for its form' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fail([], `is not JSON: ${messageOf(cause)}`);
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) throw fail([twice.key], 'is there twice');
  const parsed = alternativesSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = schemaFault(parsed.error);
    throw fail(path, message);
  }
  for (const [question, kinds] of Object.entries(parsed.data)) {
    if (!Object.hasOwn(scenario.questions, question)) throw fail([question], `there is no question \`${question}\``);
    for (const kind of ['superseded', 'distractors'] as const) {
      for (const [at, one] of kinds[kind].entries()) {
        const problem = problemOf(one, question, scenario);
        if (problem) throw fail([question, kind, at, problem.key], problem.message);
      }
    }
  }
  return parsed.data;
}

function problemOf({ value, source, quote, record_id, action }: Alternative, question: string, scenario: Scenario): { key: string; message: string } | undefined {
  const texts = [scenario.sources, ...Object.values(scenario.sources_by_profile ?? {})].flatMap((sources) => own(sources, source) ?? []);
  if (texts.length === 0) return { key: 'source', message: `there is no source \`${source}\`` };
  if (!texts.some((text) => text.includes(quote))) return { key: 'quote', message: `is not in \`${source}\`` };
  const expected = own(scenario.expected, question);
  if (value === expected?.value && record_id === undefined && action === undefined) return { key: 'value', message: 'is the right one; a record or an action has to tell it apart' };
  return undefined;
}
