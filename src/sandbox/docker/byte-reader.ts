import type { Readable } from 'node:stream';

/** A stream of chunks, read by number of bytes. Holds one chunk at a time. Throws if the stream ends too early. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of the latest `limited` that nobody has taken. */
  #unread = 0;

  constructor(source: Readable) {
    // Not closed when we stop: what follows the end mark is drained by its owner.
    this.#chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  async exactly(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.limited(length)) parts.push(part);
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** The next `length` bytes in chunks; those not taken are passed over by the next call. */
  limited(length: number): AsyncGenerator<Buffer> {
    this.#unread = length;
    return this.#chunksLeft();
  }

  async *#chunksLeft(): AsyncGenerator<Buffer> {
    while (this.#unread > 0) yield await this.#take();
  }

  /** Passes over what is left of `limited`, and `more` bytes behind it. */
  async skip(more: number): Promise<void> {
    this.#unread += more;
    while (this.#unread > 0) await this.#take();
  }

  async #take(): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) throw new Error('the archive was cut off');
      this.#rest = next.value;
    }
    const part = this.#rest.subarray(0, this.#unread);
    this.#rest = this.#rest.subarray(part.length);
    this.#unread -= part.length;
    return part;
  }
}
