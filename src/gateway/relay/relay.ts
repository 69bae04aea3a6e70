// The part of the relay that runs beside the agent. It must stay one file that imports Node's own modules only.
//
//   node relay.js stdio HOST:PORT          listens, and carries connections over its standard input and output
//   node relay.js socket HOST:PORT PATH    listens, and carries connections to a unix socket
//   node relay.js dial HOST:PORT           the other way round: carries connections from its standard streams to that address
//
// Says `ready` on standard error once it listens, or may be given connections.
import { connect, createServer } from 'node:net';
import { Duplex, type Readable, type Writable } from 'node:stream';

/**
 * Frames: connection (4 bytes), kind (1), length (4), payload; numbers are big-endian.
 * OPEN, END and RESET have no payload. WINDOW grants as many more bytes as its 4-byte payload says.
 */
const HEADER = 9;
const OPEN = 0;
const DATA = 1;
const END = 2;
const RESET = 3;
const WINDOW = 4;

/** Bytes of a connection that may be on their way before the other side has taken them: a slow one stops no other. */
const CREDIT = 256 * 1024;
/** Bytes of one frame. */
const LARGEST = 64 * 1024;

/** Carries many connections over one pair of byte streams, each with its own backpressure and half-close. */
export class Mux {
  /** Settles when the streams are gone. Every connection is broken then. */
  readonly closed: Promise<void>;
  readonly #connections = new Map<number, Connection>();
  #next = 1;
  #held: Buffer = Buffer.alloc(0);
  #close: () => void = () => undefined;

  /** @param onConnection called for each connection that the other side opens. */
  constructor(
    input: Readable,
    private readonly output: Writable,
    private readonly onConnection: (connection: Duplex) => void,
  ) {
    this.closed = new Promise((resolve) => (this.#close = resolve));
    input.on('data', (chunk: Buffer) => this.#take(chunk));
    for (const name of ['end', 'close', 'error']) input.on(name, () => this.fail());
    for (const name of ['close', 'error']) output.on(name, () => this.fail());
  }

  /** Opens a connection to the other side. */
  open(): Duplex {
    const id = this.#next;
    this.#next += 1;
    const connection = this.#add(id);
    this.#send(id, OPEN);
    return connection;
  }

  /** Breaks every connection. */
  fail(): void {
    for (const connection of this.#connections.values()) connection.reset();
    this.#close();
  }

  #add(id: number): Connection {
    const connection = new Connection((kind, payload, done) => this.#send(id, kind, payload, done));
    this.#connections.set(id, connection);
    connection.once('close', () => this.#connections.delete(id));
    return connection;
  }

  #take(chunk: Buffer): void {
    let data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (data.length >= HEADER) {
      const length = data.readUInt32BE(5);
      // Not our frames: something else writes to this stream.
      if (length > LARGEST) return this.fail();
      if (data.length < HEADER + length) break;
      this.#frame(data.readUInt32BE(0), data.readUInt8(4), data.subarray(HEADER, HEADER + length));
      data = data.subarray(HEADER + length);
    }
    this.#held = Buffer.from(data);
  }

  #frame(id: number, kind: number, payload: Buffer): void {
    if (kind === OPEN) return this.onConnection(this.#add(id));
    const connection = this.#connections.get(id);
    if (kind === DATA) connection?.receive(Buffer.from(payload));
    else if (kind === END) connection?.push(null);
    else if (kind === WINDOW) connection?.grant(payload.readUInt32BE(0));
    else connection?.reset();
  }

  #send(id: number, kind: number, payload: Buffer = Buffer.alloc(0), done: () => void = () => undefined): void {
    const header = Buffer.alloc(HEADER);
    header.writeUInt32BE(id, 0);
    header.writeUInt8(kind, 4);
    header.writeUInt32BE(payload.length, 5);
    if (this.output.writable) this.output.write(Buffer.concat([header, payload]), () => done());
    else done();
  }
}

type Send = (kind: number, payload?: Buffer, done?: () => void) => void;

class Connection extends Duplex {
  #credit = CREDIT;
  #taken = 0;
  #gone = false;
  #waiting: (() => void) | undefined;

  constructor(private readonly send: Send) {
    super({ allowHalfOpen: true, readableHighWaterMark: CREDIT, writableHighWaterMark: LARGEST });
    this.on('error', () => undefined);
  }

  /** An HTTP server sets these on what it takes for a socket. */
  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }

  receive(chunk: Buffer): void {
    this.#taken += chunk.length;
    this.push(chunk);
  }

  /** There is room again: the other side may send as much more as was taken. */
  override _read(): void {
    if (this.#taken === 0) return;
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(this.#taken, 0);
    this.#taken = 0;
    this.send(WINDOW, payload);
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const size = Math.min(chunk.length, this.#credit, LARGEST);
    if (size === 0) {
      this.#waiting = () => this._write(chunk, encoding, done);
      return;
    }
    this.#credit -= size;
    const rest = chunk.subarray(size);
    this.send(DATA, chunk.subarray(0, size), () => (rest.length === 0 ? done() : this._write(rest, encoding, done)));
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#gone) done();
    else this.send(END, undefined, () => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#gone && !(this.readableEnded && this.writableFinished)) this.send(RESET);
    this.#gone = true;
    this.#waiting = undefined;
    done(error);
  }

  grant(bytes: number): void {
    this.#credit += bytes;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.();
  }

  reset(): void {
    if (this.#gone) return;
    this.#gone = true;
    this.destroy(new Error('the other side is gone'));
  }
}

/** Joins two connections: half-close is kept, and one that breaks breaks the other. */
export function join(a: Duplex, b: Duplex): void {
  a.pipe(b);
  b.pipe(a);
  const end = (): void => {
    a.destroy();
    b.destroy();
  };
  for (const side of [a, b]) {
    side.on('error', end);
    side.on('close', () => {
      if (side.errored || !side.readableEnded) end();
    });
  }
}

function main(way: string, address: string, path: string): void {
  const at = address.lastIndexOf(':');
  // Nobody opens connections from the gateway's side.
  const mux = way === 'stdio' ? new Mux(process.stdin, process.stdout, (connection) => connection.destroy()) : undefined;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => join(socket, mux ? mux.open() : connect({ path, allowHalfOpen: true })));
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  server.listen(Number(address.slice(at + 1)), address.slice(0, at), () => process.stderr.write('ready\n'));
  // Whoever started us is gone.
  if (mux) void mux.closed.then(() => process.exit(0));
  else for (const name of ['end', 'close', 'error']) process.stdin.resume().on(name, () => process.exit(0));
}

/** For what is served inside a sandbox: connections are opened from outside. */
function dial(address: string): void {
  const at = address.lastIndexOf(':');
  const mux = new Mux(process.stdin, process.stdout, (connection) => {
    join(connection, connect({ host: address.slice(0, at), port: Number(address.slice(at + 1)), allowHalfOpen: true }));
  });
  process.stderr.write('ready\n');
  void mux.closed.then(() => process.exit(0));
}

const [way = '', address = '', path = ''] = process.argv.slice(/\.[cm]?js$/.test(process.argv[1] ?? '') ? 2 : 1);
if ((way === 'stdio' || way === 'socket') && /:\d+$/.test(address)) main(way, address, path);
if (way === 'dial' && /:\d+$/.test(address)) dial(address);
