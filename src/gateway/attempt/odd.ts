import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { timestamp } from '../../common/clock.js';
import { showTarget, splitHeaders } from '../http/headers.js';
import { makeFault } from '../record/fault.js';
import type { Fault, WireRequest, WireResponse } from '../record/wire.js';
import type { AttemptState } from './state.js';

/** What is known of a request that never becomes an HTTP exchange. */
interface Odd {
  operation: 'connect' | 'upgrade' | 'malformed';
  method: string;
  target: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** A websocket or other protocol: refused, so that the client falls back to HTTP. */
export async function refuseUpgrade(attempt: AttemptState, odd: Omit<Odd, 'operation'>, socket: Duplex): Promise<void> {
  const exchange = begin(attempt, { ...odd, operation: 'upgrade' });
  close(socket, '426 Upgrade Required', 'connection: close\r\nupgrade: HTTP/1.1\r\n');
  await exchange.end(426, makeFault('unknown-path', 'only HTTP/1.1 is spoken here'));
}

/** Bytes that are no HTTP. */
export async function refuseMalformed(attempt: AttemptState, message: string, socket: Duplex): Promise<void> {
  const exchange = begin(attempt, { operation: 'malformed', method: '', target: '', headers: {} });
  if (socket.writable) close(socket, '400 Bad Request', 'connection: close\r\n');
  else socket.destroy();
  await exchange.end(400, makeFault('unknown-path', message));
}

/**
 * CONNECT: a tunnel to a host that the provider's configuration allows, otherwise a refusal. What goes through a tunnel
 * is encrypted and is not seen here; only its bytes are counted.
 */
export async function tunnel(attempt: AttemptState, odd: Omit<Odd, 'operation'>, socket: Duplex, head: Buffer): Promise<void> {
  const exchange = begin(attempt, { ...odd, operation: 'connect' });
  const allowed = attempt.provider.upstream.allow?.some((target) => target.toLowerCase() === odd.target.toLowerCase()) ?? false;
  if (!allowed) {
    close(socket, '403 Forbidden', 'connection: close\r\n');
    return exchange.end(403, makeFault('host-refused', `${odd.target} is not on the list of allowed hosts`));
  }
  const cap = attempt.capReached();
  if (cap !== null) {
    close(socket, '403 Forbidden', 'connection: close\r\n');
    return exchange.end(403, makeFault('cap', cap));
  }
  const [fault, count] = await carryTunnel(odd.target, socket, head);
  return exchange.end(fault ? 502 : 200, fault, count);
}

async function carryTunnel(target: string, socket: Duplex, head: Buffer): Promise<[Fault | null, { up: number; down: number }]> {
  const at = target.lastIndexOf(':');
  const remote = connect({ host: target.slice(0, at).replaceAll(/^\[|\]$/g, ''), port: Number(target.slice(at + 1)) });
  socket.on('error', () => remote.destroy());
  socket.once('close', () => remote.destroy());
  const failure = await opened(remote);
  if (failure) {
    close(socket, '502 Bad Gateway', 'connection: close\r\n');
    return [makeFault('unreachable', `${target}: ${failure.message}`), { up: 0, down: 0 }];
  }
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) remote.write(head);
  socket.pipe(remote).pipe(socket);
  let broken: Error | null = null;
  remote.on('error', (error) => (broken = error));
  await new Promise((resolve) => remote.once('close', resolve));
  socket.destroy();
  const fault = broken === null ? null : makeFault('cut-stream', `${target}: ${(broken as Error).message}`);
  return [fault, { up: remote.bytesWritten, down: remote.bytesRead }];
}

function opened(remote: Socket): Promise<Error | null> {
  return new Promise((resolve) => {
    remote.once('connect', () => resolve(null));
    remote.once('error', resolve);
    remote.once('close', () => resolve(new Error('closed')));
  });
}

function close(socket: Duplex, status: string, headers: string): void {
  socket.on('error', () => undefined);
  socket.end(`HTTP/1.1 ${status}\r\n${headers}content-length: 0\r\n\r\n`);
}

function begin(attempt: AttemptState, odd: Odd): { end(status: number, fault: Fault | null, tunnel?: WireResponse['tunnel']): Promise<void> } {
  const { clock } = attempt.shared;
  const started = clock.monotonic();
  const { shown, withheld } = splitHeaders(odd.headers as Record<string, string>);
  const record: WireRequest = {
    type: 'request', exchange: attempt.nextExchange(), time: timestamp(clock), session: attempt.session, mode: attempt.provider.upstream.mode,
    operation: odd.operation, dialect: null, method: odd.method, target: showTarget(odd.target),
    headers: shown, withheld, bytes: 0, model: null, stream: false, tools: [], server_state: [], aux: null,
  };
  const written = attempt.write(record);
  return {
    async end(status, fault, tunnel) {
      await written;
      const response: WireResponse = {
        type: 'response', exchange: record.exchange, time: timestamp(clock), session: record.session, source: tunnel ? 'upstream' : 'gateway', status,
        headers: {}, withheld: [], bytes: tunnel?.down ?? 0, timings: { queued_ms: 0, first_byte_ms: null, end_ms: Math.round(clock.monotonic() - started) },
        requested_model: null, observed_model: null, reply: null, tokens: null, tokens_estimated: false, cost_usd: null, complete: fault === null,
        fault, ...(tunnel ? { tunnel } : {}),
      };
      await attempt.write(response);
    },
  };
}
