import type { z } from 'zod';
import { KINDS } from '../../scoring/checklist/kinds.js';
import type { Parts } from './generated.js';
import { table } from './generated.js';

/** The parts of docs/battery.md that the program knows best. */
export function batteryParts(): Parts {
  const rows = KINDS.map(({ kind, about, options, key, outcomes }) => [`\`${kind}\``, about, namesOf(options), namesOf(key), outcomes.filter((name) => name !== 'right').join(', ')]);
  return { kinds: table(['kind', 'is right where', 'options', 'values in the key', 'else'], rows) };
}

/** Names of a shape; one that may be left out is in italics. */
const namesOf = (shape: z.ZodRawShape): string =>
  Object.entries(shape).map(([name, type]) => ((type as z.ZodType).safeParse(undefined).success ? `*${name}*` : `\`${name}\``)).join(', ');
