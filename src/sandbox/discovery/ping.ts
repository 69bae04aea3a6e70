import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import { messageOf } from '../../common/errors.js';
import { type Endpoint, requestOptions } from './endpoint.js';

export type Ping = { answers: true; engine: string } | { answers: false; absent: boolean; why: string };

/** An engine that lives answers `/_ping` in a few milliseconds; one on another machine gets time for the way. */
const PATIENCE_MS = { socket: 3_000, network: 5_000 };

/** Asks whether an engine that runs Linux containers answers there. Never rejects, never takes longer than its patience. */
export function ping(endpoint: Endpoint): Promise<Ping> {
  const patience = endpoint.socketPath === undefined ? PATIENCE_MS.network : PATIENCE_MS.socket;
  const signal = AbortSignal.timeout(patience);
  return new Promise((resolve) => {
    const fail = (error: unknown): void => {
      const why = signal.aborted ? `no answer within ${String(patience)} ms` : explain(error);
      resolve({ answers: false, absent: codeOf(error) === 'ENOENT', why });
    };
    const request = endpoint.tls === undefined ? plain : secure;
    try {
      request({ ...requestOptions(endpoint), path: '/_ping', agent: false, signal }, (response) => {
        response.on('error', fail).on('end', () => {
          resolve(judge(response.statusCode ?? 0, response.headers));
        });
        response.resume();
      })
        .on('error', fail)
        .end();
    } catch (error) {
      fail(error); // TLS material that cannot be parsed
    }
  });
}

function judge(status: number, headers: NodeJS.Dict<string | string[]>): Ping {
  if (status !== 200) return { answers: false, absent: false, why: `answers /_ping with HTTP ${String(status)}` };
  const os = headers['ostype'];
  if (os !== undefined && os !== 'linux') return { answers: false, absent: false, why: `runs ${String(os)} containers` };
  const podman = headers['libpod-api-version'];
  return { answers: true, engine: podman === undefined ? `Docker API ${String(headers['api-version'])}` : `Podman ${String(podman)}` };
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

function explain(error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'no such socket';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied: this user may not speak to it';
    case 'ECONNREFUSED':
      return 'nobody listens there';
    case 'ENOTSOCK':
      return 'not a socket';
    default:
      return messageOf(error);
  }
}
