import { z } from 'zod';
import { defineKind, valueTarget } from '../kind.js';
import { valueAt } from '../target.js';
import { classes, classOf, compare, saysNothing } from '../values.js';

export const exact = defineKind({
  kind: 'exact',
  about: 'a field of the JSON answer, or of a JSON or YAML file, has the right value',
  outcomes: ['right', 'absent', 'superseded', 'distractor', 'invented', 'malformed', 'ambiguous'],
  options: {
    ...valueTarget,
    compare: compare.default('folded'),
    /** What a value is that the key does not name. */
    unlisted: z.enum(['invented', 'ambiguous']).default('invented'),
  },
  key: classes,
  judge: ({ file, at, compare, unlisted, ...lists }, evidence) => {
    const found = valueAt(evidence, file, at);
    if ('missing' in found) return found.missing;
    if (typeof found.value === 'object' && found.value !== null) return 'malformed';
    return classOf(found.value, lists, compare) ?? (saysNothing(found.value) ? 'absent' : unlisted);
  },
});
