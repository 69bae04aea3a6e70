import { z } from 'zod';
import { defineKind, pointer, valueTarget } from '../kind.js';
import type { Evidence } from '../evidence.js';
import { cleanSource } from '../sources.js';
import { valueAt } from '../target.js';
import { saysNothing } from '../values.js';

const sentences = z.array(z.string().min(1));

export const quote = defineKind({
  kind: 'quote',
  about: 'a quote stands word for word in the document it names, and holds the sentence that settles the point',
  outcomes: ['right', 'absent', 'superseded', 'distractor', 'invented', 'malformed'],
  options: { ...valueTarget, source_at: pointer },
  key: { right: sentences.min(1), superseded: sentences.default([]), distractor: sentences.default([]) },
  judge: ({ file, at, source_at, right, superseded, distractor }, evidence) => {
    const [found, cited] = [valueAt(evidence, file, at), valueAt(evidence, file, source_at)];
    if ('missing' in found) return found.missing;
    if (saysNothing(found.value)) return 'absent';
    if (typeof found.value !== 'string') return 'malformed';
    const said = flat(found.value);
    const named = 'value' in cited && typeof cited.value === 'string' ? cleanSource(cited.value) : undefined;
    if (named === undefined || !flat(textOf(evidence, named)).includes(said)) return 'invented';
    const holds = (list: readonly string[]): boolean => list.some((sentence) => said.includes(flat(sentence)));
    return holds(right) ? 'right' : holds(superseded) ? 'superseded' : holds(distractor) ? 'distractor' : 'absent';
  },
});

/** A line break in a document is a space in a quote. */
const flat = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

const textOf = ({ sessions }: Evidence, path: string): string => {
  const last = sessions.at(-1);
  return last?.before.get(path)?.text ?? last?.after.get(path)?.text ?? '';
};
