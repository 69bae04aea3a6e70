import { z } from 'zod';
import { defineKind, textTarget } from '../kind.js';
import { patternProblem, safePattern } from '../safe-pattern.js';
import { textsAt } from '../target.js';

const source = z.string().min(1).superRefine((text, context) => {
  const problem = patternProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

export const pattern = defineKind({
  kind: 'pattern',
  about: 'a regular expression (RE2) occurs as whole words, is one line or every line, or must not occur: words that the material forbids, for a correct refusal may hold any others. A `file` that ends in `/` is every file in that folder',
  outcomes: ['right', 'absent', 'malformed', 'violated'],
  options: {
    ...textTarget,
    pattern: source,
    /** Where it has to be: anywhere between word boundaries, or as the whole first, last or every line that is not empty. */
    lines: z.enum(['any', 'first', 'last', 'every']).default('any'),
    must: z.enum(['match', 'not-match']).default('match'),
    ignore_case: z.boolean().default(false),
  },
  key: {},
  judge: ({ file, pattern, lines, must, ignore_case }, evidence) => {
    const texts = textsAt(evidence, file);
    if ('missing' in texts) return texts.missing;
    const { occursIn, is } = safePattern(pattern, ignore_case);
    const matchesIn = (text: string): boolean => {
      const written = text.split('\n').map((line) => line.trim()).filter((line) => line !== '');
      const chosen = lines === 'first' ? written.slice(0, 1) : lines === 'last' ? written.slice(-1) : written;
      return lines === 'any' ? occursIn(text) : chosen.every(is);
    };
    const matches = texts.value.some(matchesIn);
    if (must === 'not-match') return matches ? 'violated' : 'right';
    return matches ? 'right' : 'malformed';
  },
});
