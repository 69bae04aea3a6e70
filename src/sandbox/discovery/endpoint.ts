import type { RequestOptions } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import { UserError } from '../../common/errors.js';

/** PEM texts, so that an endpoint can be handed to another process as JSON. */
export interface Tls {
  ca?: string;
  cert?: string;
  key?: string;
  /** False only where a Docker context says `SkipTLSVerify`. */
  verify: boolean;
}

/** Where an engine's API is spoken. */
export interface Endpoint {
  /** As people write it: `unix:///var/run/docker.sock`, `tcp://host:2376`. */
  address: string;
  socketPath?: string;
  host?: string;
  port?: number;
  tls?: Tls;
}

/**
 * Reads an address in the form of `DOCKER_HOST`: `unix://PATH`, `tcp://HOST[:PORT]`, `http(s)://…`, `HOST:PORT`.
 * `where` names the setting it came from. Throws a UserError for what cannot be spoken to (`ssh://`, `npipe://`, nonsense).
 */
export function parseAddress(address: string, where: string, tls?: Tls): Endpoint {
  if (address.startsWith('unix://')) {
    const socketPath = address.slice('unix://'.length) || '/var/run/docker.sock';
    return { address: `unix://${socketPath}`, socketPath };
  }
  const url = asUrl(address.includes('://') ? address : `tcp://${address}`);
  if (url?.protocol === 'ssh:') {
    throw new UserError('CLEANSLATE_ENGINE_ADDRESS', `an engine cannot be reached through ${address} directly`, {
      where,
      hint: 'forward its socket (`ssh -nNT -L /tmp/docker.sock:/var/run/docker.sock HOST`) and name that',
    });
  }
  if (url === undefined || url.hostname === '' || !['tcp:', 'http:', 'https:'].includes(url.protocol)) {
    const hint = 'use unix:///path/to/docker.sock or tcp://host:port';
    throw new UserError('CLEANSLATE_ENGINE_ADDRESS', `${JSON.stringify(address)} is no address of an engine`, { where, hint });
  }
  const secure = tls ?? (url.protocol === 'https:' ? { verify: true } : undefined);
  const port = Number(url.port || (secure ? 2376 : 2375));
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { address: `tcp://${url.hostname}:${String(port)}`, host, port, ...(secure && { tls: secure }) };
}

/** Where node's `http(s).request` has to go. */
export function requestOptions(endpoint: Endpoint): RequestOptions {
  const { socketPath, host, port } = endpoint;
  if (socketPath !== undefined) return { socketPath };
  return { ...(host !== undefined && { host }), ...(port !== undefined && { port }), ...tlsOptions(endpoint) };
}

/** How TLS is spoken there; nothing where it is not. */
export function tlsOptions({ tls }: Endpoint): SecureContextOptions & { rejectUnauthorized?: boolean } {
  if (tls === undefined) return {};
  const { verify, ...material } = tls;
  return { ...material, rejectUnauthorized: verify };
}

function asUrl(text: string): URL | undefined {
  // `tcp:` is no special scheme to the URL parser, which then leaves odd hosts unchecked.
  return URL.canParse(text.replace(/^tcp:/, 'http:')) ? new URL(text.replace(/^tcp:/, 'http:')) : undefined;
}
