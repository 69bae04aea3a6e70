import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MATERIAL_DIR } from '../../evidence/layout.js';

/** Material as it stands there: in a bundle it may be redacted. That it is what it should be was checked before. */
export const materialBytes = (dir: string, digest: string): Promise<Buffer> => readFile(join(dir, MATERIAL_DIR, digest));
