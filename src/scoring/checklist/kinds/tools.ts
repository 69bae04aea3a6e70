import { z } from 'zod';
import { names, toolClass, TOOL_CLASSES } from '../calls.js';
import { sessionsOf } from '../evidence.js';
import { defineKind, during, path } from '../kind.js';

const tool = z.enum(TOOL_CLASSES);

export const toolRequired = defineKind({
  kind: 'tool-required',
  about: 'a tool of one of these classes was called, on this path where one is given',
  outcomes: ['right', 'absent', 'ambiguous'],
  options: { tools: z.array(tool).min(1), path: path.optional(), during },
  key: {},
  judge: ({ tools, path, during }, evidence) => {
    const sessions = sessionsOf(evidence, during);
    const isMeant = called(tools, path);
    if (sessions.some(({ calls }) => calls?.some(isMeant))) return 'right';
    return sessions.some(({ calls }) => calls === null) ? 'ambiguous' : 'absent';
  },
});

export const toolForbidden = defineKind({
  kind: 'tool-forbidden',
  about: 'no tool of these classes was called, on this path where one is given',
  outcomes: ['right', 'violated', 'ambiguous'],
  options: { tools: z.array(tool).min(1), path: path.optional(), during },
  key: {},
  judge: ({ tools, path, during }, evidence) => {
    const sessions = sessionsOf(evidence, during);
    const isMeant = called(tools, path);
    if (sessions.some(({ calls }) => calls?.some(isMeant))) return 'violated';
    return sessions.some(({ calls }) => calls === null) ? 'ambiguous' : 'right';
  },
});

const called = (tools: readonly string[], path: string | undefined) => (call: Parameters<typeof names>[0]): boolean =>
  tools.includes(toolClass(call.name)) && (path === undefined || names(call, path));
