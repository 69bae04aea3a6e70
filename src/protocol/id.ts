import { z } from 'zod';

/** An id that may become part of a path segment and of a trial id: no dots, they separate its parts. */
export const idSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 of a-z 0-9 _ -, and start with a letter or digit');
