import { z } from 'zod';
import { defineKind, valueTarget } from '../kind.js';
import { citedFile, cleanSource, isOwnNote, isSource } from '../sources.js';
import { valueAt } from '../target.js';
import { saysNothing, textClasses } from '../values.js';

export const source = defineKind({
  kind: 'source',
  about: 'the source that is cited is the one that settles the point, or the agent’s own earlier note of it',
  outcomes: ['right', 'absent', 'superseded', 'distractor', 'invented', 'malformed'],
  options: valueTarget,
  key: { ...textClasses, /** A file that the agent wrote in an earlier session is right too if it holds one of these. */ noted: z.array(z.string().min(1)).default([]) },
  judge: ({ file, at, noted, ...lists }, evidence) => {
    const found = valueAt(evidence, file, at);
    if ('missing' in found) return found.missing;
    if (lists.right.includes('none') && saysNothing(found.value)) return 'right';
    if (saysNothing(found.value)) return 'absent';
    if (typeof found.value !== 'string') return 'malformed';
    const given = cleanSource(found.value);
    const known = citedFile(evidence, given);
    const cited = known ?? given;
    const named = (['right', 'superseded', 'distractor'] as const).find((name) => lists[name].some((path) => isSource(cited, path)));
    if (named !== undefined) return named;
    if (isOwnNote(evidence, cited, noted)) return 'right';
    return known === undefined ? 'invented' : 'distractor';
  },
});
