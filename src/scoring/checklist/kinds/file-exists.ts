import { z } from 'zod';
import { finalFile } from '../evidence.js';
import { defineKind, path } from '../kind.js';

export const fileExists = defineKind({
  kind: 'file-exists',
  about: 'a file is there at the end, or is not',
  outcomes: ['right', 'absent', 'violated'],
  options: { file: path, must: z.enum(['exist', 'not-exist']).default('exist') },
  key: {},
  judge: ({ file, must }, evidence) => {
    const exists = finalFile(evidence, file) !== undefined;
    if (must === 'exist') return exists ? 'right' : 'absent';
    return exists ? 'violated' : 'right';
  },
});
