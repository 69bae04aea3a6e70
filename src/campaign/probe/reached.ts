import { BodyExpander } from '../../gateway/record/delta.js';
import { readWire } from '../../gateway/record/read-wire.js';
import type { MarkedFile } from './marked-files.js';
import { FINDING } from './task.js';

/**
 * Which marks an attempt's requests to its model hold: path → before anything was read (`first`), or only then (`read`).
 * What a CLI asks for itself (titles, hidden agents) is no conversation and does not count.
 */
export async function reachedMarks(wire: string, files: readonly MarkedFile[]): Promise<Map<string, 'first' | 'read'>> {
  const reached = new Map<string, 'first' | 'read'>();
  const expander = new BodyExpander();
  let hasRead = false;
  for await (const record of readWire(wire)) {
    if (record.type !== 'request') continue;
    const { body, aux, operation } = expander.expand(record);
    if (aux !== null || operation !== 'model') continue;
    const text = JSON.stringify(body) ?? '';
    hasRead ||= text.includes(FINDING);
    for (const { path, mark } of files) if (!reached.has(path) && text.includes(mark)) reached.set(path, hasRead ? 'read' : 'first');
  }
  return reached;
}
