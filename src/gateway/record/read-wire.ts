import { createReadStream } from 'node:fs';
import { messageOf, UserError } from '../../common/errors.js';
import { LineSplitter, type RawLine } from '../../trace/lines.js';
import { wireRecord, type WireRecord } from './wire.js';

/** The records of a wire.jsonl, one by one, as they were written. @throws UserError CLEANSLATE_WIRE that names the line */
export async function* readWire(file: string): AsyncGenerator<WireRecord> {
  // Not readline: it also ends lines at U+2028, which JSON text may hold.
  const splitter = new LineSplitter(Infinity);
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      for (const line of splitter.push(chunk)) yield* read(line, file);
    }
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError('CLEANSLATE_WIRE', `cannot be read: ${messageOf(cause)}`, { where: file, hint: 'give the wire.jsonl of an attempt', cause });
  }
  for (const line of splitter.end()) yield* read(line, file);
}

function* read({ bytes, line }: RawLine, file: string): Generator<WireRecord> {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return;
  try {
    yield wireRecord.parse(JSON.parse(text));
  } catch (cause) {
    const why = messageOf(cause).split('\n')[0] ?? '';
    throw new UserError('CLEANSLATE_WIRE', `is no recorded traffic: ${why}`, { where: `${file}:${String(line)}`, hint: 'give the wire.jsonl of an attempt', cause });
  }
}
