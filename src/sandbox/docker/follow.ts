import type { Socket } from 'node:net';
import type { Exit, Running } from '../sandbox.js';
import { demux } from './demux.js';
import { translate } from './failures.js';

/** An engine closes a process's streams at most 2 s after its end, even if children of it hold them open. */
const LAST_WORDS_MS = 15_000;

/**
 * A process whose output comes through `connection`. `ended` learns how it ended; it is given a promise of the end of the output.
 * Whatever happens, both streams end and `exit` settles: from `ending` on, output no longer waits for its reader (an engine does not end a
 * container whose output is stuck).
 */
export function follow(connection: Socket, ending: AbortSignal, ended: (outputEnded: Promise<void>) => Promise<Exit>): Running {
  const { stdout, stderr, done, release } = demux(connection);
  if (ending.aborted) release();
  else ending.addEventListener('abort', release);
  const settle = async (): Promise<Exit> => {
    try {
      const exit = await ended(done);
      release();
      await inTime(done);
      return exit;
    } catch (error) {
      throw translate(error, 'a process was running');
    } finally {
      connection.destroy();
      ending.removeEventListener('abort', release);
    }
  };
  const exit = settle();
  exit.catch(() => undefined); // it may be awaited later, or never
  return { stdout, stderr, exit };
}

async function inTime(done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the output of an ended process does not end'));
    }, LAST_WORDS_MS);
  });
  await Promise.race([done, late]).finally(() => {
    clearTimeout(timer);
  });
}
