import { z } from 'zod';
import { isWithin } from '../../../common/paths.js';
import { names, showsLineOf, toolClass, TOOL_CLASSES } from '../calls.js';
import { sessionsOf, type Evidence, type During, type SessionEvidence, type ToolCall } from '../evidence.js';
import { defineKind, during, path } from '../kind.js';

const options = { tools: z.array(z.enum(TOOL_CLASSES)).min(1), path: path.optional(), during };

export const toolRequired = defineKind({
  kind: 'tool-required',
  about: 'a tool of one of these classes was called, on this file or folder where one is given',
  outcomes: ['right', 'absent', 'ambiguous'],
  options,
  key: {},
  judge: ({ tools, path, during }, evidence) => ({ called: 'right', unseen: 'ambiguous', 'not called': 'absent' } as const)[find(tools, path, during, evidence)],
});

export const toolForbidden = defineKind({
  kind: 'tool-forbidden',
  about: 'no tool of these classes was called, on this file or folder where one is given; a search over all that shows lines of it counts',
  outcomes: ['right', 'violated', 'ambiguous'],
  options,
  key: {},
  judge: ({ tools, path, during }, evidence) => ({ called: 'violated', unseen: 'ambiguous', 'not called': 'right' } as const)[find(tools, path, during, evidence)],
});

function find(tools: readonly string[], path: string | undefined, during: During, evidence: Evidence): 'called' | 'unseen' | 'not called' {
  const sessions = sessionsOf(evidence, during);
  if (sessions.some((session) => session.calls?.some((call) => tools.includes(toolClass(call.name)) && (path === undefined || touches(call, path, session))))) return 'called';
  return sessions.some(({ calls }) => calls === null) ? 'unseen' : 'not called';
}

const touches = (call: ToolCall, path: string, { before }: SessionEvidence): boolean =>
  names(call, path) || [...before].some(([file, { text }]) => isWithin(file, path) && showsLineOf(call, text));
