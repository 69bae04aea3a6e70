import { z } from 'zod';
import { defineKind, valueTarget } from '../kind.js';
import { valueAt } from '../target.js';
import { classOf, sameValue, scalar } from '../values.js';

export const members = defineKind({
  kind: 'members',
  about: 'a list has exactly the right members, in any order',
  outcomes: ['right', 'absent', 'superseded', 'distractor', 'invented', 'malformed'],
  options: valueTarget,
  key: { right: z.array(scalar), superseded: z.array(scalar).default([]), distractor: z.array(scalar).default([]) },
  judge: ({ file, at, ...lists }, evidence) => {
    const found = valueAt(evidence, file, at);
    if ('missing' in found) return found.missing;
    if (!Array.isArray(found.value)) return found.value === null ? 'absent' : 'malformed';
    const given: unknown[] = found.value;
    if (given.some((value) => typeof value === 'object' && value !== null)) return 'malformed';
    const named = given.map((value) => classOf(value, lists, 'folded') ?? 'invented');
    // What is wrong in the list tells more than what it lacks.
    const worst = (['superseded', 'distractor', 'invented'] as const).find((name) => named.includes(name));
    if (worst !== undefined) return worst;
    return lists.right.every((expected) => given.some((value) => sameValue(value, expected, 'folded'))) ? 'right' : 'absent';
  },
});
