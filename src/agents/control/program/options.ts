import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Order } from '../../../reading/choose.js';
import type { Manner } from '../../../reading/reply.js';

export interface Options extends Manner {
  /** Which statement wins where several answer; `none` reads nothing. */
  order: Order | 'none';
  /** Directories to keep working notes in, and to look for earlier ones; with any, the temporary directory too. */
  notes: string[];
  /** What to do, as JSON; then nothing else is looked at. */
  steps: string | undefined;
}

/** Reads the command line. @throws TypeError where an option is not known */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: { order: { type: 'string' }, quote: { type: 'string' }, otherwise: { type: 'string' }, notes: { type: 'string', multiple: true }, steps: { type: 'string' } },
  });
  return {
    order: oneOf('order', values.order, ['newest', 'oldest', 'none']),
    quote: oneOf('quote', values.quote, ['whole', 'part']),
    otherwise: oneOf('otherwise', values.otherwise, ['unknown', 'offered']),
    notes: values.notes === undefined ? [] : [...new Set([...values.notes, tmpdir()])],
    steps: values.steps,
  };
}

/** The first of the allowed ones is the default. */
function oneOf<T extends string>(name: string, given: string | undefined, allowed: readonly [T, ...T[]]): T {
  if (given === undefined) return allowed[0];
  const found = allowed.find((each) => each === given);
  if (found === undefined) throw new TypeError(`--${name} is one of ${allowed.join(', ')}, not ${given}`);
  return found;
}
