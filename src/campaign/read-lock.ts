import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCK_FILE } from '../evidence/layout.js';
import type { Lock } from '../protocol/lock.js';

/** The lock that a campaign ran under. */
export const lockOf = async (dir: string): Promise<Lock> => JSON.parse(await readFile(join(dir, LOCK_FILE), 'utf8')) as Lock;
