import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every file below a folder. */
export const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
