import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { Exchanges, type Exchange } from '../../src/gateway/services/exchanges.js';
import { ServiceListener, type Answer } from '../../src/gateway/services/listener.js';
import type { ServiceRecord } from '../../src/gateway/services/record.js';
import { tickingClock } from './ticking-clock.js';
import type { IncomingMessage } from 'node:http';

export interface Asked {
  status: number;
  headers: IncomingMessage['headers'];
  /** As far as it came. */
  body: string;
  /** False where the connection broke. */
  whole: boolean;
}

/** What can be asked like a service of an agent's, over a real socket, and what is recorded of it. */
export interface AskedService {
  records: ServiceRecord[];
  ask(method: string, path: string, body?: string, headers?: Record<string, string>, heard?: (text: string) => void): Promise<Asked>;
}

/** Opens the listener that agents come in by; it is closed when the test is over. */
export async function askedService(answer: (exchange: (request: IncomingMessage) => (body: Uint8Array) => Exchange) => Answer): Promise<AskedService> {
  const records: ServiceRecord[] = [];
  const exchanges = new Exchanges({ clock: tickingClock(), record: (record) => records.push(record) });
  const listener = new ServiceListener(answer((asked) => (body) => exchanges.begin({ session: 1, service: 'notes', by: 'agent' }, asked, body)));
  await listener.listen();
  onTestFinished(() => listener.close());
  const ask: AskedService['ask'] = (method, path, body = '', headers = {}, heard = () => undefined) =>
    new Promise((resolve, reject) => {
      const asking = request({ socketPath: listener.socketPath, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => { heard((text += chunk)); });
        response.once('close', () => { resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text, whole: response.complete }); });
        response.on('error', () => undefined);
      });
      asking.on('error', reject).end(body);
    });
  return { records, ask };
}
