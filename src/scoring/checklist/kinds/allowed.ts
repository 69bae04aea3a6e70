import { defineKind, valueTarget } from '../kind.js';
import { z } from 'zod';
import { valueAt } from '../target.js';
import { compare, sameValue, saysNothing, scalar } from '../values.js';

export const allowed = defineKind({
  kind: 'allowed',
  about: 'a field has one of the values that are allowed at all, whichever',
  outcomes: ['right', 'absent', 'malformed'],
  options: { ...valueTarget, compare: compare.default('exact') },
  key: { values: z.array(scalar).min(1) },
  judge: ({ file, at, compare, values }, evidence) => {
    const found = valueAt(evidence, file, at);
    if ('missing' in found) return found.missing;
    if (values.some((value) => sameValue(found.value, value, compare))) return 'right';
    return saysNothing(found.value) ? 'absent' : 'malformed';
  },
});
