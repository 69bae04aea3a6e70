import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { refuse } from './listener.js';
import type { Exchange } from './exchanges.js';
import { StdioServer, type RpcMessage, type ServerStreams } from './stdio-server.js';

/** Ms that a server has to end when its client is gone, and to write what it still has to. */
const PATIENCE_MS = 5_000;

/** The JSON-RPC error of a connection that is gone, as MCP's own clients have it. */
const CONNECTION_CLOSED = -32_000;
const INVALID_REQUEST = -32_600;

/** The header that tells a client's requests from another's (MCP, "Streamable HTTP"). */
const SESSION = 'mcp-session-id';

interface Client {
  server: StdioServer;
  /** What the server has to say of its own accord, until somebody listens. */
  waiting: RpcMessage[];
  listener: ServerResponse | undefined;
}

/**
 * Makes an MCP server that speaks over standard streams one that agents reach by HTTP. As where such a server is a child of
 * its client, every client has a run of the program of its own, from its `initialize` to its end.
 */
export class StdioBridge {
  readonly #clients = new Map<string, Client>();
  /** Those that ended by themselves, in the order of their clients. */
  readonly died: StdioServer[] = [];
  #count = 0;

  /** @param run starts the program once more */
  constructor(private readonly run: () => Promise<ServerStreams>) {}

  /** Answers one request of a client. */
  async answer(request: IncomingMessage, response: ServerResponse, exchange: (body: Uint8Array) => Exchange): Promise<void> {
    if (request.method === 'GET') return this.#listen(request, response);
    const record = exchange(await buffer(request));
    const reply = (status: number, body?: unknown, headers: Record<string, string> = {}): void => {
      const text = body === undefined ? '' : JSON.stringify(body);
      response.writeHead(status, { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }).end(text);
      record.end(status, Buffer.from(text), !response.destroyed);
    };
    if (request.method === 'DELETE') return this.#leave(request, reply);
    if (request.method !== 'POST') return reply(405);
    const message = record.request as RpcMessage | null;
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return reply(400, failure(null, INVALID_REQUEST, 'not one message of JSON-RPC'));
    const id = message.method === 'initialize' ? await this.#arrive() : this.#nameOf(request);
    const client = this.#clients.get(id);
    if (!client) return reply(404, failure(message.id ?? null, INVALID_REQUEST, 'no such session'));
    if (message.method === undefined || message.id === undefined) {
      client.server.send(message);
      return reply(202);
    }
    const answer = await client.server.ask(message);
    if (answer) reply(200, answer, { [SESSION]: id });
    else reply(200, failure(message.id, CONNECTION_CLOSED, 'Connection closed'), { [SESSION]: id });
  }

  /** Ends every run; what they have to write then, they have written. */
  async end(): Promise<void> {
    await Promise.all([...this.#clients.values()].map(({ server, listener }) => {
      listener?.end();
      return server.end(PATIENCE_MS);
    }));
    this.#clients.clear();
  }

  async #arrive(): Promise<string> {
    this.#count += 1;
    const id = `client-${String(this.#count)}`;
    const server = new StdioServer(await this.run());
    const client: Client = { server, waiting: [], listener: undefined };
    server.onMessage = (message) => { tell(client, message); };
    void server.closed.then(() => { if (server.died) this.died.push(server); });
    this.#clients.set(id, client);
    return id;
  }

  /** A client that does not say which one it is can only be the last. */
  #nameOf({ headers }: IncomingMessage): string {
    const given = headers[SESSION];
    return typeof given === 'string' ? given : ([...this.#clients.keys()].at(-1) ?? '');
  }

  async #leave(request: IncomingMessage, reply: (status: number) => void): Promise<void> {
    const id = this.#nameOf(request);
    const client = this.#clients.get(id);
    await client?.server.end(PATIENCE_MS);
    this.#clients.delete(id);
    reply(client ? 200 : 404);
  }

  /** The stream on which a client hears what the server sends of its own accord. */
  async #listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = this.#clients.get(this.#nameOf(request));
    if (!client) return refuse(response, 404, 'no such session');
    client.listener?.end();
    client.listener = response;
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).flushHeaders();
    for (const message of client.waiting.splice(0)) tell(client, message);
    await new Promise<void>((resolve) => response.once('close', resolve));
    if (client.listener === response) client.listener = undefined;
  }
}

/** Longest queue of what nobody listens to; a server that goes on talking is not held in memory. */
const QUEUED = 1000;

function tell({ listener, waiting }: Client, message: RpcMessage): void {
  if (listener) listener.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  else if (waiting.length < QUEUED) waiting.push(message);
}

const failure = (id: unknown, code: number, message: string): RpcMessage => ({ jsonrpc: '2.0', id, error: { code, message } });
