import type { Signal } from '../../agents/adapter.js';
import { DIALECTS } from '../../gateway/dialects/index.js';
import { isObject } from '../../gateway/dialects/json.js';
import { BodyExpander } from '../../gateway/record/delta.js';
import type { Fault, WireRecord, WireRequest } from '../../gateway/record/wire.js';

/**
 * Whether the agent's own command to compact its conversation did that, as the wire has it: a summary was asked for and given, and the
 * request that follows does not hold everything that had been said any more. Otherwise the session did not begin with what was declared.
 * @param wire all records of the attempt so far
 * @param session the one that began with the command
 */
export async function compactionSigns(wire: AsyncIterable<WireRecord>, session: number): Promise<Signal[]> {
  const bodies = new BodyExpander();
  const asked = new Map<number, WireRequest>();
  let before: string[] | undefined;
  let fault: Fault | null = null;
  for await (const record of wire) {
    if (record.type === 'response') {
      const request = asked.get(record.exchange);
      if (request === undefined) continue;
      fault = record.fault;
      if (fault === null) before = said(request);
      continue;
    }
    const request = bodies.expand(record);
    if (request.session !== session || request.operation !== 'model') continue;
    if (request.aux === 'compaction') asked.set(request.exchange, request);
    if (request.aux === null && before !== undefined) return isWhole(before, said(request)) ? [sign('its conversation goes on as long as it was')] : [];
  }
  if (before !== undefined) return [];
  if (fault !== null) return [{ blame: fault.blame, kind: fault.kind, message: `the conversation was not compacted: ${fault.message}` }];
  return [sign('no summary was asked for')];
}

const sign = (why: string): Signal => ({ blame: 'harness', kind: 'not-compacted', message: `the agent's own command did not compact its conversation: ${why}` });

/** What the model had said and called, piece by piece: CLIs join the entries of a conversation as they like. */
function said({ dialect, body, target }: WireRequest): string[] {
  if (dialect === null || !isObject(body)) return [];
  const { messages } = DIALECTS[dialect].parse(body, target.split('?')[0] ?? target);
  return messages.filter(({ role }) => role === 'assistant').flatMap(({ texts, calls }) => [...texts, ...calls.map(({ name, arguments: given }) => JSON.stringify([name, given]))]);
}

const isWhole = (before: readonly string[], now: readonly string[]): boolean => before.length > 0 && before.every((one) => now.includes(one));
