import type { Distraction } from '../schema.js';
import type { Draw } from '../draw.js';
import { KINDS_OF_WORK } from './work.js';

/** Characters that are counted as a token. */
const CHARACTERS = 4;

/**
 * One turn of other work: a request, and the material that it is about, at least `tokens` long. `lookalikes` of its lines state facts of the kinds that
 * tasks ask about (owners, dates, amounts, rules), about projects and people of no task.
 */
export function distract(kind: Distraction, tokens: number, lookalikes: number, draw: Draw): string {
  const { asks, line, lookalike, wrap } = KINDS_OF_WORK[kind];
  const request = draw.pick(asks);
  const lines: string[] = [];
  for (let length = request.length, at = 0; length < tokens * CHARACTERS; at++) {
    const next = line(draw, at);
    lines.push(next);
    length += next.length + 1;
  }
  for (let left = Math.min(lookalikes, lines.length); left > 0; left--) {
    const at = draw.below(lines.length);
    lines[at] = lookalike(draw, at);
  }
  return wrap(request, lines);
}
