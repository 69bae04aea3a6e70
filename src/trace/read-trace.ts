import { createReadStream } from 'node:fs';
import { HarnessError, messageOf } from '../common/errors.js';
import { traceEvent, type TraceEvent } from './events.js';
import { LineSplitter } from './lines.js';

/** The events of a trace.jsonl, one by one. A line that is none is a HarnessError that names it. */
export async function* readTrace(path: string): AsyncGenerator<TraceEvent> {
  // Not readline: it also ends lines at U+2028, which JSON text may hold.
  const splitter = new LineSplitter(Infinity);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const { bytes, line } of splitter.push(chunk)) yield parseTraceLine(bytes.toString('utf8'), `${path}:${String(line)}`);
  }
  for (const { bytes, line } of splitter.end()) yield parseTraceLine(bytes.toString('utf8'), `${path}:${String(line)}`);
}

/** Checks one line of a trace.jsonl. `where` is for the error. */
export function parseTraceLine(line: string, where: string): TraceEvent {
  try {
    return traceEvent.parse(JSON.parse(line));
  } catch (cause) {
    throw new HarnessError('CLEANSLATE_TRACE', `is not a trace event: ${messageOf(cause)}`, { where, cause });
  }
}
