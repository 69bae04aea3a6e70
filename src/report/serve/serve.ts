import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf, UserError } from '../../common/errors.js';
import { INDEX } from '../page/addresses.js';
import { FreshPages } from './fresh-pages.js';
import { News } from './news.js';

/** A report that is being served. */
export interface ServedReport {
  /** Its overview. */
  url: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': `frame-ancestors 'none'`,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the report of a campaign on the loopback interface, each page made when it is asked for; nothing is written. Open pages are told
 * when the campaign goes on.
 * @param port 0: any that is free
 * @param program how the program was called, for the commands that its pages tell
 * @throws UserError where the directory holds no campaign, or the port cannot be had
 */
export async function serveReport(dir: string, port: number, program: string): Promise<ServedReport> {
  const pages = new FreshPages(dir, program);
  await pages.get();
  const news = new News(pages);
  const server = createServer((request, response) => {
    answer(request, response, pages, news).catch((error: unknown) => {
      if (!response.headersSent) say(response, 500, `cannot be shown: ${messageOf(error)}`);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  }).catch((cause: unknown) => {
    throw new UserError('CLEANSLATE_PORT', `cannot be had: ${messageOf(cause)}`, { where: `--port ${String(port)}`, hint: 'leave it out for any that is free', cause });
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${String(listening)}/`,
    close: async () => {
      news.close();
      await new Promise((resolve) => { server.close(resolve); server.closeAllConnections(); });
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, pages: FreshPages, news: News): Promise<void> {
  // A page elsewhere may have its name point to this machine; the name that the browser asked for gives it away.
  if (!isOurs(request)) return say(response, 421, 'this is not the host that you asked for');
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'pages can be read, and nothing else');
  const { pathname } = new URL(request.url ?? '/', 'http://report');
  if (pathname === '/news') return void news.add(response);
  const html = await (await pages.get()).page(pathname === '/' ? INDEX : decoded(pathname.slice(1)));
  if (html === undefined) return say(response, 404, 'there is no such page, or nothing to show on it yet');
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' });
  response.end(request.method === 'HEAD' ? undefined : html);
}

function isOurs({ headers: { host }, socket: { localPort } }: IncomingMessage): boolean {
  return [HOST, 'localhost', '[::1]'].some((name) => host === `${name}:${String(localPort)}`);
}

/** A path as it was before a browser encoded it; what is no such path is the name of no page. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
