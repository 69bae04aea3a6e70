import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where this program keeps what it could make again: `$XDG_CACHE_HOME/cleanslate/<name>`, by default below `~/.cache`. */
export const cacheDirectory = (name: string): string => join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'cleanslate', name);
