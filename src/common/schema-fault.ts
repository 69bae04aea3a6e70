import type { z } from 'zod';
import { inWords } from './in-words.js';

/** The first thing that a schema found wrong, in words for people. */
export interface SchemaFault {
  /** The keys that lead to it; of an unknown key, that key is the last. */
  path: readonly PropertyKey[];
  message: string;
  /** The key at the end of the path should not be there. */
  unknownKey: boolean;
}

export function schemaFault({ issues: [issue] }: z.ZodError): SchemaFault {
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return { path: [...issue.path, key], message: `unknown key \`${key}\``, unknownKey: true };
  }
  // Of a key that does not fit, what is wrong with it says more than that it is wrong.
  if (issue?.code === 'invalid_key') return { path: issue.path, message: issue.issues[0] ? inWords(issue.issues[0]) : inWords(issue), unknownKey: false };
  return { path: issue?.path ?? [], message: issue ? inWords(issue) : 'is not valid', unknownKey: false };
}
