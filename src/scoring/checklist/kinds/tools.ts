import { z } from 'zod';
import { toolClass, TOOL_CLASSES } from '../calls.js';
import { reached } from '../opened.js';
import { sessionsOf, type Evidence, type During } from '../evidence.js';
import { defineKind, during, path } from '../kind.js';
import type { Reach } from '../reach.js';

const options = { tools: z.array(z.enum(TOOL_CLASSES)).min(1), path: path.optional(), during };

export const toolRequired = defineKind({
  kind: 'tool-required',
  about: 'a tool of one of these classes was called, on this file or folder where one is given',
  outcomes: ['right', 'absent', 'ambiguous'],
  options,
  key: {},
  judge: (check, evidence) => {
    if (reaches(check, evidence).includes('opened')) return 'right';
    return isWatched(check, evidence) ? 'absent' : 'ambiguous';
  },
});

export const toolForbidden = defineKind({
  kind: 'tool-forbidden',
  about: 'no tool of these classes was called, on this file or folder where one is given. A result that shows its lines or names counts; text that names it does not; a search over all that may have gone through it is for a person',
  outcomes: ['right', 'violated', 'ambiguous'],
  options,
  key: {},
  judge: (check, evidence) => {
    const found = reaches(check, evidence);
    if (found.includes('opened')) return 'violated';
    return found.includes('maybe') || !isWatched(check, evidence) ? 'ambiguous' : 'right';
  },
});

interface Check {
  tools: readonly string[];
  path?: string | undefined;
  during: During;
}

const reaches = ({ tools, path, during }: Check, evidence: Evidence): Reach[] =>
  sessionsOf(evidence, during).flatMap((session) => (session.calls ?? []).filter(({ name }) => tools.includes(toolClass(name))).map((call) => (path === undefined ? 'opened' : reached(call, path, session))));

const isWatched = ({ during }: Check, evidence: Evidence): boolean => sessionsOf(evidence, during).every(({ calls }) => calls !== null);
