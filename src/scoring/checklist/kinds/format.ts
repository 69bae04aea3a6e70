import { z } from 'zod';
import { defineKind, textTarget } from '../kind.js';
import { prosePart, textAt } from '../target.js';

export const format = defineKind({
  kind: 'format',
  about: 'a text has a form: items numbered from 1 without a gap, bullets, CSV rows of one width, or no Markdown at all',
  outcomes: ['right', 'absent', 'malformed'],
  options: { ...textTarget, form: z.enum(['numbered', 'bullets', 'csv', 'plain']), part: z.enum(['all', 'prose']).default('all') },
  key: {},
  judge: ({ file, form, part }, evidence) => {
    const text = textAt(evidence, file);
    if ('missing' in text) return text.missing;
    const written = part === 'prose' && file === undefined ? prosePart(text.value) : text.value;
    const lines = written.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) return 'absent';
    return FORMS[form](lines) ? 'right' : 'malformed';
  },
});

const FORMS = {
  /** Lines between items belong to them; an item may be a heading or bold. */
  numbered: (lines: readonly string[]) => {
    const numbers = lines.flatMap((line) => /^\s{0,3}(?:#{1,6}\s+)?(?:\*\*)?(\d{1,4})[.)](?:\*\*)?\s/.exec(line)?.[1] ?? []);
    return numbers.length > 0 && numbers.every((number, at) => Number(number) === at + 1);
  },
  bullets: (lines: readonly string[]) => lines.every((line) => /^\s*[-*+]\s/.test(line)),
  csv: (lines: readonly string[]) => lines.length > 1 && new Set(lines.map((line) => line.split(',').length)).size === 1 && (lines[0] ?? '').includes(','),
  plain: (lines: readonly string[]) => !lines.some((line) => /^\s*(?:#{1,6}\s|[-*+]\s|>|`{3}|\|)|\*\*|`/.test(line)),
};
