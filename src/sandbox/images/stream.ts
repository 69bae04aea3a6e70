import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { HarnessError } from '../../common/errors.js';

/** One message of the engine's build, pull and import streams, as far as we read them. */
interface EngineMessage {
  stream?: string;
  status?: string;
  id?: string;
  error?: string;
}

/** What the engine said in a stream that began with status 200: the step, pull or import failed. */
export class EngineStreamError extends HarnessError {
  constructor(message: string) {
    super('CLEANSLATE_ENGINE_STREAM', message);
  }
}

/**
 * Reads a stream of the engine to its end: one JSON object a line. Gives each line of text to `log`.
 * Throws EngineStreamError where the engine reports one: it does so in the stream, not in the status code.
 */
export async function drain(stream: NodeJS.ReadableStream, log: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream as Readable, crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    const message = JSON.parse(line) as EngineMessage;
    if (message.error !== undefined) throw new EngineStreamError(message.error);
    for (const text of (message.stream ?? message.status ?? '').split('\n')) {
      if (text.trim() !== '') log(message.id === undefined ? text : `${message.id}: ${text}`);
    }
  }
}
