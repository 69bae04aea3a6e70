import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** The streams of a program that speaks MCP over standard input and output. */
export interface ServerStreams {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
}

/** A message of JSON-RPC 2.0, as far as it decides where it goes. */
export interface RpcMessage {
  id?: unknown;
  method?: unknown;
  [member: string]: unknown;
}

/** Most of what a server says on standard error that its end is explained with, characters. */
const LAST_WORDS = 2000;

/** One run of an MCP server over standard streams, for one client: what it is asked, and what it answers (MCP, "Transports", stdio). */
export class StdioServer {
  /** Settles when its output has ended. */
  readonly closed: Promise<void>;
  /** What it sends of its own accord goes here. */
  onMessage: (message: RpcMessage) => void = () => undefined;
  readonly #pending = new Map<string, (answer: RpcMessage | undefined) => void>();
  #held: Buffer = Buffer.alloc(0);
  #ended = false;
  #asked = false;
  #said = '';

  constructor(private readonly streams: ServerStreams) {
    const { stdin, stdout, stderr } = streams;
    stdin.on('error', () => undefined);
    stderr.on('data', (chunk: Buffer) => { this.#said = (this.#said + chunk.toString('utf8')).slice(-LAST_WORDS); });
    stdout.on('data', (chunk: Buffer) => { this.#take(chunk); });
    this.closed = new Promise((resolve) => {
      for (const event of ['end', 'close', 'error']) stdout.once(event, () => {
        this.#ended = true;
        for (const answer of this.#pending.values()) answer(undefined);
        resolve();
      });
    });
  }

  /** It ended although nobody had asked it to. */
  get died(): boolean {
    return this.#ended && !this.#asked;
  }

  get lastWords(): string {
    return this.#said.trim();
  }

  /** Sends a request; resolves with its answer, undefined where the server ended without one. */
  async ask(message: RpcMessage): Promise<RpcMessage | undefined> {
    const key = JSON.stringify(message.id);
    if (this.#ended) return undefined;
    const answer = new Promise<RpcMessage | undefined>((resolve) => this.#pending.set(key, resolve));
    this.send(message);
    return answer.finally(() => this.#pending.delete(key));
  }

  /** Sends what no answer is expected to. */
  send(message: RpcMessage): void {
    if (this.streams.stdin.writable) this.streams.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends its input, as a client does that goes, and waits for it to end. @param patience ms */
  async end(patience: number): Promise<void> {
    if (!this.#ended) this.#asked = true;
    this.streams.stdin.end();
    const late = new AbortController();
    await Promise.race([this.closed, sleep(patience, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
  }

  #take(chunk: Buffer): void {
    let data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10)) {
      this.#line(data.subarray(0, end).toString('utf8'));
      data = data.subarray(end + 1);
    }
    this.#held = Buffer.from(data);
  }

  /** What is no message (a server that logs to the wrong stream) means nothing to a client. */
  #line(line: string): void {
    let message: RpcMessage;
    try {
      message = JSON.parse(line) as RpcMessage;
    } catch {
      return;
    }
    if (typeof message !== 'object' || message === null) return;
    if (message.method !== undefined) this.onMessage(message);
    else this.#pending.get(JSON.stringify(message.id))?.(message);
  }
}
