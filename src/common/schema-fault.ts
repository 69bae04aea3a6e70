import type { z } from 'zod';

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
  if (issue?.code === 'invalid_key') return { path: issue.path, message: readable(issue.issues[0]?.message ?? issue.message), unknownKey: false };
  return { path: issue?.path ?? [], message: readable(issue?.message ?? 'is not valid'), unknownKey: false };
}

/** zod says what it received; that nothing was there is said more plainly. */
const readable = (message: string): string =>
  message.endsWith('received undefined') ? 'is missing' : message.charAt(0).toLowerCase() + message.slice(1);
