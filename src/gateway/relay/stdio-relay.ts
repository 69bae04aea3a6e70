import type { Duplex, Readable, Writable } from 'node:stream';
import { HarnessError } from '../../common/errors.js';
import { Mux } from './relay.js';

/** The streams of a relay that runs inside a sandbox, as `exec -i` gives them. */
export interface RelayStreams {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
}

/**
 * The portable way: the sandbox has no network at all, and a relay under another user inside it carries connections over
 * the standard streams of an `exec`. Works with any engine, also a remote one.
 */
export class StdioRelay {
  private constructor(
    private readonly mux: Mux,
    private readonly streams: RelayStreams,
  ) {}

  /**
   * Resolves once the relay listens.
   * @param handle takes each connection: `OpenAttempt.handle`.
   * @throws HarnessError CLEANSLATE_RELAY where it ends first; its last words are in the message.
   */
  static async start(streams: RelayStreams, handle: (connection: Duplex) => void): Promise<StdioRelay> {
    const mux = new Mux(streams.stdout, streams.stdin, handle);
    await listening(streams.stderr, mux.closed);
    return new StdioRelay(mux, streams);
  }

  /** Opens a connection to where a relay that dials goes. */
  open(): Duplex {
    return this.mux.open();
  }

  /** Settles when the relay is gone, by `close` or by itself. */
  get closed(): Promise<void> {
    return this.mux.closed;
  }

  /** Ends the relay and every connection through it. */
  close(): void {
    this.mux.fail();
    this.streams.stdin.end();
  }
}

/** Waits for the word `ready` on standard error. */
export async function listening(stderr: Readable, gone: Promise<unknown>): Promise<void> {
  let said = '';
  const ready = new Promise<boolean>((resolve) => {
    stderr.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk.toString('utf8');
      if (/^ready$/m.test(said)) resolve(true);
    });
    stderr.once('end', () => resolve(false));
  });
  const ok = await Promise.race([ready, gone.then(() => false)]);
  if (!ok) throw new HarnessError('CLEANSLATE_RELAY', `the relay to the model gateway ended at once: ${said.trim() || 'it said nothing'}`);
}
