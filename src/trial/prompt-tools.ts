import type { AttemptRecord } from './attempt-record.js';

/**
 * How many tools an attempt in mode `prompt` called, where none are wanted, by whichever witness saw most. Null where neither can
 * see any: nothing seen is then not nothing done. Undefined in other modes.
 */
export function promptModeTools({ mode, tool_calls, witnesses }: Pick<AttemptRecord, 'mode' | 'tool_calls' | 'witnesses'>): number | null | undefined {
  if (mode !== 'prompt') return undefined;
  const { status, matched, different, only_stream, only_wire } = witnesses ?? { status: 'none', matched: 0, different: 0, only_stream: 0, only_wire: 0 };
  const calls = Math.max(tool_calls ?? 0, matched + different + only_stream + only_wire);
  return calls === 0 && status === 'none' ? null : calls;
}
