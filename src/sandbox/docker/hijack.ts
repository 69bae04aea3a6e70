import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { requestOptions } from '../discovery/endpoint.js';
import type { Client } from './client.js';

/** Detects a peer that vanished without a word (a remote engine's machine). */
const KEEPALIVE_MS = 15_000;

/**
 * A raw two-way connection to a process (the engine's `attach` and `exec start`): half-closing it is the process's end of input.
 * docker-modem's own way sends a body with `attach`, which an engine may hand to the process as input.
 * Rejects as dockerode does: an Error with `statusCode`, or with the connection's `code`.
 */
export function hijack({ endpoint }: Client, path: string, body: object | undefined, signal: AbortSignal): Promise<Socket> {
  const payload = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'tcp',
    'Content-Length': Buffer.byteLength(payload),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const request = endpoint.tls === undefined ? plain : secure;
  return new Promise((resolve, reject) => {
    const sent = request({ ...requestOptions(endpoint), method: 'POST', path, headers, agent: false });
    const giveUp = (): void => {
      sent.destroy(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp); // until it is open: then it lasts as long as the process
    sent
      .on('upgrade', (_response, socket: Socket, head) => {
        signal.removeEventListener('abort', giveUp);
        if (head.length > 0) socket.unshift(head);
        socket.setKeepAlive(true, KEEPALIVE_MS);
        resolve(socket);
      })
      .on('response', (response) => {
        text(response).then((message) => {
          reject(Object.assign(new Error(messageIn(message)), { statusCode: response.statusCode }));
        }, reject);
      })
      .on('error', reject)
      .end(payload);
  });
}

function messageIn(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text === '' ? 'no upgraded connection' : text;
  }
}
