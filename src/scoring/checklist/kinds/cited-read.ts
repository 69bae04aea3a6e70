import { z } from 'zod';
import { defineKind, during, valueTarget } from '../kind.js';
import { sessionsOf } from '../evidence.js';
import { wasRead } from '../opened.js';
import { citedFile, cleanSource } from '../sources.js';
import { valueAt } from '../target.js';
import { saysNothing } from '../values.js';

export const citedRead = defineKind({
  kind: 'cited-read',
  about: 'the file that is cited was really opened, by the trace',
  outcomes: ['right', 'absent', 'invented', 'malformed', 'unread', 'ambiguous'],
  options: { ...valueTarget, during },
  key: { /** Files that agents are given without opening them. */ delivered: z.array(z.string().min(1)).default([]) },
  judge: ({ file, at, during, delivered }, evidence) => {
    const found = valueAt(evidence, file, at);
    if ('missing' in found) return found.missing;
    if (saysNothing(found.value)) return 'absent';
    if (typeof found.value !== 'string') return 'malformed';
    const path = citedFile(evidence, cleanSource(found.value));
    if (path === undefined) return 'invented';
    if (delivered.includes(path)) return 'right';
    const sessions = sessionsOf(evidence, during);
    if (sessions.some(({ calls, before }) => calls !== null && wasRead(calls, path, before))) return 'right';
    return sessions.some(({ calls }) => calls === null) ? 'ambiguous' : 'unread';
  },
});
