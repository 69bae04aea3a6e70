import type { ServerResponse } from 'node:http';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Dialect } from '../dialects/dialect.js';
import { returnedHeaders } from '../http/headers.js';
import { ResponseRecorder, type Recorded } from '../record/response-recorder.js';
import { byteScrub } from '../redact/byte-scrub.js';
import type { Secret } from '../redact/scrubber.js';
import type { UpstreamResponse } from '../upstream.js';

export interface Carried {
  recorded: Recorded;
  /** Ms since the request came; null: no byte of the body came. */
  firstByte: number | null;
  /** The agent closed first. */
  aborted: boolean;
  /** The provider's side broke. */
  broken: boolean;
}

/**
 * Passes a response on as it arrives. An agent that reads slowly slows the provider down, a stream that breaks is cut at the
 * same place, and an agent that leaves ends the provider's stream. No known credential gets through.
 */
export async function carry(
  answer: UpstreamResponse, response: ServerResponse, dialect: Dialect, secrets: readonly Secret[], elapsed: () => number, alive: () => void,
): Promise<Carried> {
  const recorder = new ResponseRecorder(dialect, answer.headers['content-type'] ?? '', elapsed);
  const state = { firstByte: null as number | null, aborted: false, broken: false };
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      state.firstByte ??= elapsed();
      recorder.push(chunk);
      alive();
      done(null, chunk);
    },
  });
  const body = answer.body instanceof Readable ? answer.body : Readable.from(answer.body, { objectMode: false });
  response.once('close', () => {
    if (!response.writableFinished && !state.broken) state.aborted = true;
  });
  body.once('error', () => {
    if (!state.aborted) state.broken = true;
  });
  if (response.destroyed) state.aborted = true;
  response.writeHead(answer.status, returnedHeaders(answer.headers));
  response.flushHeaders();
  await pipeline(body, byteScrub(secrets), tap, response).catch(() => undefined);
  return { recorded: recorder.end(), ...state };
}
