import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EnvHttpProxyAgent, errors, type Dispatcher } from 'undici';
import { messageOf } from '../../common/errors.js';
import { forwardedHeaders } from '../http/headers.js';
import { UpstreamFault, type Upstream, type UpstreamRequest, type UpstreamResponse } from '../upstream.js';
import { resolveTarget } from './base-url.js';
import { credentialHeader, type Credential } from './credential.js';

export interface LiveOptions {
  baseUrl: URL;
  credential: Credential | null;
  /** Sent with every request, over what the agent sent. */
  headers: Readonly<Record<string, string>>;
  /** Ms until the first byte, and between bytes. */
  timeout_ms: number;
}

/**
 * A real provider, or a local server. The agent's placeholder stays here and the real credential is put in its place.
 * HTTP_PROXY, HTTPS_PROXY and NO_PROXY are heeded.
 */
export class LiveUpstream implements Upstream {
  readonly mode = 'live';
  readonly #dispatcher: Dispatcher;

  constructor(private readonly options: LiveOptions) {
    const { timeout_ms } = options;
    this.#dispatcher = new EnvHttpProxyAgent({ headersTimeout: timeout_ms, bodyTimeout: timeout_ms, connect: { timeout: Math.min(timeout_ms, 30_000) } });
  }

  async respond(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    const { baseUrl, credential, headers } = this.options;
    const { origin, path } = resolveTarget(baseUrl, request.target);
    try {
      const answer = await this.#dispatcher.request({
        origin,
        path,
        method: request.method as Dispatcher.HttpMethod,
        headers: {
          ...forwardedHeaders(request.headers),
          // What comes back has to be read here, by us and for the record.
          'accept-encoding': 'identity',
          ...headers,
          ...(credential ? credentialHeader(credential, request.route.dialect.id) : {}),
        },
        body: request.method === 'GET' || request.method === 'HEAD' ? null : request.raw,
        signal,
      });
      return { status: answer.statusCode, headers: flat(answer.headers), body: decoded(answer.body, answer.headers['content-encoding']) };
    } catch (error) {
      if (signal.aborted) throw error;
      throw unreachable(error, origin);
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

function unreachable(error: unknown, origin: string): UpstreamFault {
  const timeout = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError || error instanceof errors.ConnectTimeoutError;
  return new UpstreamFault(timeout ? 'timeout' : 'unreachable', `${origin}: ${detail(error)}`, { cause: error });
}

/** A failed connection to several addresses says what went wrong only one level down. */
function detail(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error && error.message === '' && error.cause !== undefined ? messageOf(error.cause) : messageOf(error);
}

const flat = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]])));

/** Some providers compress although they were asked not to. */
function decoded(body: Readable, encoding: string | string[] | undefined): Readable {
  const decoder = encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : encoding === 'deflate' ? createInflate() : null;
  if (!decoder) return body;
  pipeline(body, decoder, () => undefined);
  return decoder;
}
