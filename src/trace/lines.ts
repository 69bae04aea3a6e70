/** One line of a raw stream. `offset` and `length` are bytes in the file, without the line's ending. */
export interface RawLine {
  /** From 1. */
  line: number;
  offset: number;
  length: number;
  /** The line, or its beginning if it is longer than the cap. */
  bytes: Buffer;
  truncated: boolean;
}

const NEWLINE = 10;
const RETURN = 13;

/**
 * Cuts a stream of bytes into lines, wherever its chunks end, and knows where each one stands.
 * Holds one line at a time, and of a line that is longer than `cap` bytes only the beginning.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private held = 0;
  private length = 0;
  private offset = 0;
  private line = 1;

  constructor(private readonly cap: number) {}

  /** The lines that end in this chunk, which is not kept. */
  *push(chunk: Uint8Array): Generator<RawLine> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; start = end + 1, end = bytes.indexOf(NEWLINE, start)) {
      this.take(bytes.subarray(start, end));
      yield this.cut(1);
    }
    this.take(bytes.subarray(start));
  }

  /** What stands after the last newline, if anything. */
  *end(): Generator<RawLine> {
    if (this.length > 0) yield this.cut(0);
  }

  private take(part: Buffer): void {
    this.length += part.length;
    const kept = part.subarray(0, Math.max(0, this.cap - this.held));
    if (kept.length === 0) return;
    this.held += kept.length;
    this.parts.push(Buffer.from(kept));
  }

  private cut(newline: 0 | 1): RawLine {
    const truncated = this.length > this.held;
    let bytes = this.parts.length === 1 ? (this.parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.parts, this.held);
    const returned = !truncated && newline === 1 && bytes.at(-1) === RETURN ? 1 : 0;
    bytes = bytes.subarray(0, bytes.length - returned);
    const line = { line: this.line, offset: this.offset, length: this.length - returned, bytes, truncated };
    this.line += 1;
    this.offset += this.length + newline;
    this.parts = [];
    this.held = 0;
    this.length = 0;
    return line;
  }
}
