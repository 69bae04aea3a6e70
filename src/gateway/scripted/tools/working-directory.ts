import { posix } from 'node:path';
import type { ModelRequest } from '../../dialects/message.js';

/** How the agents we know tell their model where it works. */
const SAID = [
  /<cwd>(\/[^<\n]+)<\/cwd>/,
  /\b(?:primary |current )?working directory(?: is)?:?\s*`?(\/[^\s`<]+)/i,
  /\bWorkspace Directories:\*{0,2}\s*\n\s*-\s*(\/[^\s<]+)/i,
  /\b(?:workspace root(?: folder)?|project root|cwd|currently working in (?:the )?directory)\s*[:=]?\s*`?(\/[^\s`<]+)/i,
];

/** The directory that the agent works in, as it says itself; null where it does not. */
export function workingDirectory(request: ModelRequest): string | null {
  const texts = [request.system, ...request.messages.filter(({ role }) => role !== 'assistant' && role !== 'tool').flatMap(({ texts }) => texts)];
  for (const pattern of SAID) {
    for (const text of texts) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found.replace(/[.,;:]+$/, '');
    }
  }
  return null;
}

/** Some tools take only absolute paths, and all take them. */
export const absolute = (path: string, cwd: string | null): string => (path.startsWith('/') || cwd === null ? path : posix.join(cwd, path));
