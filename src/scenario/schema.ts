import { z } from 'zod';
import { consistencyProblems } from './consistency.js';
import { pathProblem } from './source-path.js';

/** Which context a workspace or prompt is given (source: continuity benchmark). */
export const PROFILES = ['instructions', 'handoff', 'contextos', 'handoff-sentences'] as const;
export type Profile = (typeof PROFILES)[number];

export const CATEGORIES = ['retained_decision', 'replaced_decision', 'unresolved', 'interrupted_status', 'cross_project_constraint'] as const;
export type Category = (typeof CATEGORIES)[number];

const sources = z
  .record(z.string(), z.string().refine(isUnicode, 'is not valid Unicode'))
  .check(({ value, issues }) => {
    for (const path of Object.keys(value)) {
      const message = isUnicode(path) ? pathProblem(path, Object.keys(value)) : 'is not valid Unicode';
      if (message !== undefined) issues.push({ code: 'custom', input: value, path: [path], message });
    }
  });

/** One entry of the answer key. Fields beyond the named are kept and ignored. */
const expected = z.looseObject({
  value: z.string().min(1, 'must not be empty'),
  source: z.string().nullable().describe('Null where nothing in the sources answers the question; the quote is then empty.'),
  quote: z.string().describe('The sentence that a grounded answer has to quote.'),
  record_id: z.string().min(1, 'must not be empty').optional(),
  supersedes: z.string().nullable().optional(),
  dependency_check: z.string().optional(),
  action: z.string().min(1, 'must not be empty').optional(),
});

const supersededRecord = z.looseObject({
  record_id: z.string().min(1, 'must not be empty'),
  source: z.string(),
  supersedes: z.string().nullable(),
  dependency_check: z.string(),
});

/**
 * A continuity scenario (contract, "Continuity verbs"). Unknown keys at the top are refused;
 * so is a key that contradicts itself: a question without an answer, a quote that is not in its source.
 */
export const scenarioSchema = z
  .strictObject({
    id: z.string().min(1, 'must not be empty'),
    description: z.string().optional(),
    sources,
    sources_by_profile: z.partialRecord(z.enum(PROFILES), sources).optional(),
    questions: z.record(z.string().min(1), z.string()),
    categories: z.record(z.string(), z.enum(CATEGORIES)).optional(),
    expected: z.record(z.string(), expected),
    expected_by_profile: z.partialRecord(z.enum(PROFILES), z.record(z.string(), expected.partial())).optional(),
    revision_contract: z.boolean().optional(),
    superseded_records: z.array(supersededRecord).optional(),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of consistencyProblems(value)) issues.push({ code: 'custom', input: value, path: [...path], message });
  });

export type Scenario = z.infer<typeof scenarioSchema>;
export type Expected = z.infer<typeof expected>;
export type SupersededRecord = z.infer<typeof supersededRecord>;

/** No half of a surrogate pair stands alone: such text has no UTF-8 form, so no digest. */
function isUnicode(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
