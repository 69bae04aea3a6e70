import { isRecord } from '../../common/is-record.js';
import { oneLine } from '../../common/visible.js';
import { readable } from '../page/readable.js';
import type { Step } from './steps.js';

/** Longest line, and how much of a value is looked at for it, characters. */
const LINE = 160;
const LOOKED = 4 * LINE;

/** One line of what a step is about; control characters are escapes in it. */
export function stepLine({ event: { type, name, arguments: given, result, exit_code, unmatched }, result: came }: Step): string {
  const failed = came?.exit_code ?? exit_code;
  const parts = [name, given === undefined ? undefined : short(given, type), (given !== undefined && came === undefined) || result === undefined ? undefined : short(result, type)];
  if (failed !== undefined && failed !== null && failed !== 0) parts.push(`exit ${String(failed)}`);
  const odd = unmatched ?? came?.unmatched;
  if (odd !== undefined) parts.push(`(${odd})`);
  return oneLine(parts.filter((part) => part !== undefined && part !== '').join(' '), LINE);
}

/** The beginning of a value as text: lines of it are not looked through to their end. */
function short(value: unknown, type: string): string {
  const said = isRecord(value) ? (SAID[type]?.(value) ?? undefined) : undefined;
  if (said !== undefined) return said.slice(0, LOOKED);
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, LOOKED);
}

/** Of what goes between agent, model and memory server, the part that a reader looks for; undefined where there is none. */
const SAID: Record<string, (value: Record<string, unknown>) => string | undefined> = {
  'model.request': ({ tools, aux }) => (typeof tools === 'number' ? `is asked, with ${String(tools)} tools${typeof aux === 'string' ? `, for ${aux}` : ''}` : undefined),
  'model.response': ({ text, calls }) => (typeof text === 'string' && text !== '' ? text : callsIn(calls)),
  'service.request': ({ method, tool, arguments: given }) => (typeof tool === 'string' ? `${tool} ${JSON.stringify(given ?? {}).slice(0, LOOKED)}` : typeof method === 'string' ? method : undefined),
  'service.response': ({ result, status }) => (isRecord(result) && Array.isArray(result['content']) ? readable(result['content'].slice(0, 20)) : typeof status === 'number' ? `status ${String(status)}` : undefined),
};

function callsIn(calls: unknown): string | undefined {
  const names = Array.isArray(calls) ? calls.flatMap((call: unknown) => (isRecord(call) && typeof call['name'] === 'string' ? [call['name']] : [])) : [];
  return names.length === 0 ? undefined : `calls ${names.slice(0, 20).join(', ')}`;
}
