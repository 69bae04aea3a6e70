import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { all } from '../../common/all.js';
import type { Entry } from '../../common/inventory.js';
import { wholeLines } from '../../common/whole-lines.js';
import { expandBodies } from '../../gateway/record/delta.js';
import { readWire } from '../../gateway/record/read-wire.js';
import type { WireRequest } from '../../gateway/record/wire.js';
import { serviceDir, sessionDir } from '../../evidence/layout.js';
import { PATCH_FILE } from '../../trace/capture.js';
import type { RecordedChange } from '../../trace/capture-plan.js';
import type { TraceEvent } from '../../trace/events.js';
import { patchedChanges } from '../../trace/patched-changes.js';
import { parseTraceLine } from '../../trace/read-trace.js';
import { optionalJson, optionalText, sessionsIn } from '../attempt-files.js';
import type { AttemptRecord } from '../attempt-record.js';

/** One attempt as its evidence has it, as far as attempts are compared. */
export interface Side {
  /** Absent where its harness died. */
  record: AttemptRecord | undefined;
  /** Session → what was there before its first prompt. */
  initial: Map<number, Entry[]>;
  events: TraceEvent[];
  /** Requests for a model, whole; undefined where no wire was seen. */
  requests: WireRequest[] | undefined;
  changes: SessionChange[];
  /** `textKey` of a change → the change as text, where it is one. */
  texts: Map<string, string>;
  answer: string | undefined;
  score: unknown;
}

/** A change and the session that made it. */
export interface SessionChange extends RecordedChange {
  session: number;
}

/** Names one change of an attempt. */
export const textKey = ({ session, path }: Pick<SessionChange, 'session' | 'path'>): string => `${String(session)} ${path}`;

const FOR_A_MODEL: readonly string[] = ['model', 'count-tokens', 'models'];

/** Reads an attempt's folder. What it has not (yet) is empty. @throws UserError CLEANSLATE_WIRE for a wire that cannot be read */
export async function readSide(dir: string): Promise<Side> {
  const sessions = await sessionsIn(dir);
  const initial = new Map<number, Entry[]>();
  for (const session of sessions) {
    const seen = await optionalJson<{ entries: Entry[] }>(join(dir, sessionDir(session), 'initial.json'));
    if (seen) initial.set(session, seen.entries);
  }
  const side: Side = {
    record: await optionalJson(join(dir, 'attempt.json')),
    initial,
    events: eventsIn((await optionalText(join(dir, 'trace.jsonl'))) ?? '', dir),
    requests: existsSync(join(dir, 'wire.jsonl')) ? await requestsIn(join(dir, 'wire.jsonl')) : undefined,
    changes: [],
    texts: new Map(),
    answer: await optionalText(join(dir, 'answer.txt')),
    score: await optionalJson(join(dir, 'score.json')),
  };
  // Those of the last session are the attempt's own (evidence/layout.ts, `changesDir`).
  for (const session of sessions) {
    const own = join(dir, sessionDir(session), 'changes');
    const folder = existsSync(own) ? own : join(dir, 'changes');
    if (existsSync(own) || session === sessions.at(-1)) for (const root of await readdir(folder).catch(() => [])) await readChanges(join(folder, root), session, side);
    const services = join(dir, sessionDir(session), 'services');
    for (const service of await readdir(services).catch(() => [])) await readChanges(join(dir, serviceDir(session, service), 'changes/home'), session, side, service);
  }
  return side;
}

/** An attempt whose harness died may end within a line. */
const eventsIn = (trace: string, dir: string): TraceEvent[] =>
  wholeLines(trace).map((line, index) => parseTraceLine(line, `${dir}/trace.jsonl:${String(index + 1)}`));

async function requestsIn(file: string): Promise<WireRequest[]> {
  return [...expandBodies(await all(readWire(file)))].filter((record): record is WireRequest => record.type === 'request' && FOR_A_MODEL.includes(record.operation));
}

/** @param service whose files these are, where they are not the agent's: their paths begin with its name */
async function readChanges(folder: string, session: number, { changes, texts }: Side, service?: string): Promise<void> {
  const recorded = await optionalJson<{ root: string; changes: RecordedChange[] }>(join(folder, 'changes.json'));
  if (!recorded) return;
  const named = (path: string): string => (service === undefined ? path : `${service}:${path}`);
  changes.push(...recorded.changes.map((change) => ({ ...change, path: named(change.path), session })));
  const patch = await optionalText(join(folder, PATCH_FILE));
  for (const [{ path }, part] of patchedChanges(recorded.changes, patch ?? '') ?? []) texts.set(textKey({ session, path: named(path) }), part);
}
