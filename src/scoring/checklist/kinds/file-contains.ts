import { z } from 'zod';
import { defineKind, path } from '../kind.js';
import { textAt } from '../target.js';
import { holdsToken, textClasses } from '../values.js';

export const fileContains = defineKind({
  kind: 'file-contains',
  about: 'a file holds the right value as a token of its own. With a replaced or foreign one beside it, which of them it means is for a person to say',
  outcomes: ['right', 'absent', 'superseded', 'distractor', 'malformed', 'ambiguous'],
  options: { file: path, /** One of the right values is enough, or every one is needed. */ need: z.enum(['one', 'every']).default('one') },
  key: textClasses,
  judge: ({ file, need, right, superseded, distractor }, evidence) => {
    const text = textAt(evidence, file);
    if ('missing' in text) return text.missing;
    const holds = (token: string): boolean => holdsToken(text.value, token);
    const isRight = need === 'one' ? right.some(holds) : right.every(holds);
    const wrong = superseded.some(holds) ? 'superseded' : distractor.some(holds) ? 'distractor' : undefined;
    if (isRight) return wrong === undefined ? 'right' : 'ambiguous';
    return wrong ?? 'absent';
  },
});
