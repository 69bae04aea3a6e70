import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

interface Modem {
  dial(options: object, done: (error: unknown, response: IncomingMessage) => void): void;
}

/**
 * A request that dockerode cannot make as we need it; its errors are dockerode's. Where the engine dies in the middle of its
 * answer this rejects, while a promise of dockerode's would never settle.
 */
export async function post<T>(modem: unknown, path: string, query: object, body: object = {}): Promise<T> {
  const options = {
    path: `${path}?`,
    method: 'POST',
    isStream: true,
    options: { _query: query, _body: body },
    statusCodes: { 200: true, 201: true },
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    (modem as Modem).dial(options, (error, answer) => {
      if (error) reject(error as Error);
      else resolve(answer);
    });
  });
  return (await json(response)) as T;
}
