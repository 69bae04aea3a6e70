import { z } from 'zod';
import { defineKind, textTarget } from '../kind.js';
import { prosePart, textAt } from '../target.js';

const bound = z.int().nonnegative().optional();

export const length = defineKind({
  kind: 'length',
  about: 'a text is not longer or shorter than this, in words, lines that are not empty, or characters (Unicode code points)',
  outcomes: ['right', 'absent', 'malformed'],
  options: {
    ...textTarget,
    unit: z.enum(['words', 'lines', 'characters']),
    min: bound,
    max: bound,
    /** Of the answer: all of it, or what stands outside its JSON object. */
    part: z.enum(['all', 'prose']).default('all'),
  },
  key: {},
  judge: ({ file, unit, min = 0, max = Infinity, part }, evidence) => {
    const text = textAt(evidence, file);
    if ('missing' in text) return text.missing;
    const measured = part === 'prose' && file === undefined ? prosePart(text.value) : text.value;
    const size = sizes[unit](measured);
    return size >= min && size <= max ? 'right' : 'malformed';
  },
});

const sizes = {
  words: (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
  lines: (text: string) => text.split('\n').filter((line) => line.trim() !== '').length,
  characters: (text: string) => [...text.trim()].length,
};
