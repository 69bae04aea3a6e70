import { finalFile, type Evidence } from './evidence.js';
import { textAt, valueAt } from './target.js';

/**
 * What an answer, or a file that the agent left, gave at the place where a check looks; undefined for checks that look at calls or at
 * changes. For readers: nothing is judged by it.
 * @param settings options and key of the check
 */
export function givenTo(settings: Readonly<Record<string, unknown>>, evidence: Evidence): string | undefined {
  const { file, at, source_at: cited } = settings;
  const path = typeof file === 'string' ? file : undefined;
  if (typeof at === 'string') {
    const found = valueAt(evidence, path, at);
    const value = told(found);
    return typeof cited === 'string' && 'value' in found ? `${value}, cited from ${told(valueAt(evidence, path, cited))}` : value;
  }
  if ('paths' in settings || 'tools' in settings || 'commands' in settings) return undefined;
  if (path !== undefined && finalFile(evidence, path) === undefined) return 'no such file';
  const text = textAt(evidence, path);
  return 'value' in text ? text.value : text.missing === 'absent' ? 'nothing' : 'no text';
}

const told = (found: ReturnType<typeof valueAt>): string => ('value' in found ? JSON.stringify(found.value) : found.missing === 'absent' ? 'nothing' : 'nothing that can be read');
