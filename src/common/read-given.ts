import { readFile } from 'node:fs/promises';
import { messageOf, UserError } from './errors.js';

/** The bytes of a file that a user names beside what a verb is about. @throws UserError with `code` where it cannot be read */
export const readGiven = (path: string, { code, hint }: { code: `CLEANSLATE_${string}`; hint: string }): Promise<Buffer> =>
  readFile(path).catch((cause: unknown) => {
    throw new UserError(code, `cannot be read: ${messageOf(cause)}`, { where: path, hint, cause });
  });
