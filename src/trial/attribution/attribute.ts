import { posix } from 'node:path';
import type { AgentAdapter } from '../../agents/adapter.js';
import type { TraceEvent } from '../../trace/events.js';
import { stateClassOf } from '../reset/state-class.js';
import type { AttributedChange, Attribution } from './file.js';
import { namedPaths } from './named-paths.js';

/** What changed in one session. */
export interface SessionChanges {
  session: number;
  changes: readonly { path: string; kind: string; from?: string }[];
}

type Call = NonNullable<AttributedChange['call']>;

/** The calls of one session, by what they named and by what changed while they were under way. The last one of several made what is left. */
interface Calls {
  written: Map<string, Call>;
  commanded: Map<string, Call>;
  during: Map<string, Call>;
}

/**
 * Joins every change of a file to the tool call that made it. Costs what trace and changes hold, once.
 * Arguments of a writing tool say it; a command that names the file or a folder around it; else that the file was seen to
 * change while one call alone was under way. What a CLI writes by itself has no call.
 */
export function attribute(sessions: readonly SessionChanges[], events: readonly TraceEvent[], adapter: Pick<AgentAdapter, 'state' | 'knows'>): Attribution {
  const calls = callsOf(events);
  const changes = sessions.flatMap(({ session, changes: list }) =>
    list.map(({ path, kind, from }): AttributedChange => ({ session, path, kind, class: stateClassOf(path, adapter) ?? null, call: callFor([path, ...(from === undefined ? [] : [from])], calls.get(session)) })),
  );
  return { calls_seen: adapter.knows.tools, unattributed: changes.filter(({ call }) => call === null).length, changes };
}

function callFor(paths: readonly string[], calls: Calls | undefined): Call | null {
  if (!calls) return null;
  const any = (map: Map<string, Call>): Call | undefined => paths.map((path) => map.get(path)).find((call) => call !== undefined);
  return any(calls.written) ?? any(calls.commanded) ?? any(calls.during) ?? folderOf(paths[0] ?? '/', calls) ?? null;
}

/** A call that named a folder around the path; a folder that a written file needed is made with it. */
function folderOf(path: string, { commanded }: Calls): Call | undefined {
  for (let at = posix.dirname(path); at !== '/'; at = posix.dirname(at)) {
    const call = commanded.get(at);
    if (call) return call;
  }
  return undefined;
}

function callsOf(events: readonly TraceEvent[]): Map<number, Calls> {
  const sessions = new Map<number, Calls>();
  const open = new Map<string, Call>();
  for (const { source, type, session, seq, id, call_id, name = '', arguments: given } of events) {
    const calls = sessions.get(session) ?? { written: new Map<string, Call>(), commanded: new Map<string, Call>(), during: new Map<string, Call>() };
    sessions.set(session, calls);
    const key = `${String(session)} ${call_id ?? id ?? ''}`;
    if (type === 'tool.call' && source === 'agent') {
      const named = namedPaths(name, given);
      for (const path of named.written) withFolders(path, calls.written, { seq, name, how: 'argument' });
      for (const path of named.commanded) calls.commanded.set(path, { seq, name, how: 'command' });
      open.set(key, { seq, name, how: 'window' });
    } else if (type === 'tool.result') open.delete(key);
    else if (type === 'file.change' && open.size === 1) for (const call of open.values()) calls.during.set(name, call);
  }
  return sessions;
}

/** A writing tool makes the folders that its file needs. The first one that needed a folder made it. */
function withFolders(path: string, written: Map<string, Call>, call: Call): void {
  written.set(path, call);
  for (let at = posix.dirname(path); at !== '/' && !written.has(at); at = posix.dirname(at)) written.set(at, call);
}
