import { isWithin } from '../../common/paths.js';
import { showsLineOf, toolClass } from './calls.js';
import type { Files, SessionEvidence, ToolCall } from './evidence.js';
import { reachOf, type Reach } from './reach.js';

/** Whether a file was opened: a call that reads is told to, or a result shows one of its longer lines (`cat docs/*`, `grep -r`). Text that only names it opens nothing. */
export function wasRead(calls: readonly ToolCall[], path: string, files: Files): boolean {
  const text = files.get(path)?.text ?? null;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isOpened = (call: ToolCall): boolean => [path, name].some((place) => reachOf(call, { path: place, files: [place] }, false) === 'opened');
  return calls.some((call) => ['read', 'search', 'command'].includes(toolClass(call.name)) && (isOpened(call) || showsLineOf(call, text)));
}

/** How a call got at a file or folder: `opened` too where what it gave back shows a line, or the name of a file, that stands nowhere else. */
export function reached(call: ToolCall, path: string, { before, after }: SessionEvidence): Reach {
  const inside = [...before].filter(([file]) => isWithin(file, path));
  const known = inside.map(([file]) => file);
  const reach = reachOf(call, { path, files: known });
  if (reach === 'opened' || call.result === null) return reach;
  const outside = [...before, ...after].filter(([file]) => !isWithin(file, path)).map(([, { text }]) => text ?? '');
  const isOnlyThere = (text: string): boolean => !outside.some((other) => other.includes(text));
  const lines = inside.flatMap(([, { text }]) => (text ?? '').split('\n')).filter((line) => line.trim() !== '' && isOnlyThere(line.trim()));
  if (showsLineOf(call, lines.join('\n'))) return 'opened';
  // A name that the call itself was given (`echo`, a pattern) shows nothing.
  const given = JSON.stringify(call.arguments) ?? '';
  const { result } = call;
  return known.filter((file) => file !== path).some((file) => [file, file.slice(file.lastIndexOf('/') + 1)].some((name) => result.includes(name) && !given.includes(name) && isOnlyThere(name) && isOwnName(name, path, before))) ? 'opened' : reach;
}

/** Whether no file elsewhere has the name. */
const isOwnName = (name: string, path: string, before: Files): boolean => [...before.keys()].every((file) => isWithin(file, path) || !`/${file}`.endsWith(`/${name}`));
