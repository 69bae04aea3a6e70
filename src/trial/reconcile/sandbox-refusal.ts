import type { Signal } from '../../agents/adapter.js';
import { sign } from '../../agents/signals.js';
import type { WireCall } from './wire-calls.js';

/** So much of a result is looked at, characters: a refusal comes instead of an output. */
const LOOKED_AT = 2000;

/**
 * The sign of a product whose own sandbox let no call of some tool run, however it went on: some say so to their model alone.
 * One call that went through says that the sandbox works, and a file may well speak of such an error.
 * @param refused what is in a result then (AgentAdapter.refused)
 */
export function sandboxRefusal(calls: readonly WireCall[], refused: RegExp | undefined): Signal[] {
  if (!refused) return [];
  const byTool = new Map<string, string[]>();
  for (const { name, result } of calls) if (result !== undefined) byTool.set(name, [...(byTool.get(name) ?? []), result.slice(0, LOOKED_AT)]);
  const [said] = [...byTool.values()].find((results) => results.every((result) => refused.test(result))) ?? [];
  return said === undefined ? [] : [sign('sandbox-refused', refused.exec(said)?.[0])];
}
