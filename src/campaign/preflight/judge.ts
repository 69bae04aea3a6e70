import { join } from 'node:path';
import type { Signal } from '../../agents/adapter.js';
import { readWire } from '../../gateway/record/read-wire.js';
import { readTrace } from '../../trace/read-trace.js';
import type { AttemptRecord } from '../../trial/attempt-record.js';
import { decisive } from '../../trial/validity.js';
import { WireCallReader } from '../../trial/reconcile/wire-calls.js';
import type { Cause } from './record.js';

/** Signs of what only the user can put right: what the manifest names, a key, an account's settings. */
const OF_THE_USER = new Set(['credentials', 'unknown-model', 'model-mismatch', 'program-missing', 'bad-request', 'campaign-token-cap', 'campaign-cost-cap', 'host-refused']);

/** What a session showed. */
export interface Shown {
  /** A tool gave back what only the workspace holds; null where neither stream nor wire shows tools. */
  tool_call: boolean | null;
  cause: Cause | null;
}

/**
 * Whether a session proved that its configuration reaches its model and can use a tool. What it answered is nobody's business here.
 * @param finding a text that only a file of the workspace has
 * @param knowsTools whether the agent's own stream shows tools
 * @param dir where the session's evidence is
 */
export async function judgeSession(record: AttemptRecord, knowsTools: boolean, finding: string, dir: string): Promise<Shown> {
  const cause = failure(record);
  // What it left may have holes then.
  if (cause) return { tool_call: null, cause };
  const wired = record.wire_witness === 'present';
  const seen = (await inTrace(dir, finding)) || (wired && (await onWire(dir, finding)));
  // A program whose output shows no tools may have none: that it reached its model is all that can be asked of it.
  const tool_call = seen ? true : knowsTools ? false : null;
  return { tool_call, cause: tool_call === false ? noTool(record) : null };
}

function failure({ valid, signals, ended, configuration }: AttemptRecord): Cause | null {
  const fault = decisive(signals);
  if (fault) return causeOf(fault);
  if (!valid) return { by: 'harness', kind: ended, message: `the session of ${configuration} ended by ${ended}` };
  // Its own cap or deadline: valid in a campaign, and no proof here.
  if (ended === 'model-stop' || ended === 'deadline') return { by: 'harness', kind: ended, message: signals.find(({ recovered }) => recovered !== true)?.message ?? ended };
  return null;
}

function causeOf({ blame, kind, message }: Pick<AttemptRecord['signals'][number], 'blame' | 'kind' | 'message'>): Cause {
  if (OF_THE_USER.has(kind)) return { by: 'user', kind, message };
  return { by: (blame as Signal['blame']) === 'provider' ? 'provider' : 'harness', kind, message };
}

function noTool({ signals, tool_calls }: AttemptRecord): Cause {
  const said = signals.find(({ recovered }) => recovered !== true)?.message;
  const tried = tool_calls === 0 ? 'it called no tool' : `of ${String(tool_calls)} tool calls none gave back the file that it was asked about`;
  return { by: 'harness', kind: 'no-tool-call', message: said === undefined ? tried : `${tried}; ${said}` };
}

async function inTrace(dir: string, finding: string): Promise<boolean> {
  for await (const { type, result } of readTrace(join(dir, 'trace.jsonl'))) if (type === 'tool.result' && JSON.stringify(result ?? '').includes(finding)) return true;
  return false;
}

async function onWire(dir: string, finding: string): Promise<boolean> {
  const reader = new WireCallReader();
  for await (const record of readWire(join(dir, 'wire.jsonl'))) reader.take(record);
  return reader.end(false).calls.some(({ result }) => result?.includes(finding) === true);
}
