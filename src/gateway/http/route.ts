import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from '../dialects/dialect.js';
import { DIALECTS } from '../dialects/index.js';

export const OPERATIONS = ['model', 'count-tokens', 'models', 'ping', 'connect', 'upgrade', 'proxy', 'malformed', 'unknown'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface Route {
  operation: Operation;
  /** The dialect of the request, for an unknown path the one whose error shape its client is likely to read. */
  dialect: Dialect;
}

const POST: readonly (readonly [RegExp, Operation, Dialect])[] = [
  [/\/responses(\/compact)?$/, 'model', DIALECTS['openai-responses']],
  [/\/responses\/input_tokens$/, 'count-tokens', DIALECTS['openai-responses']],
  [/\/chat\/completions$/, 'model', DIALECTS['openai-chat']],
  [/\/messages$/, 'model', DIALECTS['anthropic-messages']],
  [/\/messages\/count_tokens$/, 'count-tokens', DIALECTS['anthropic-messages']],
  [/\/models\/[^/]+:(g|streamG)enerateContent$/, 'model', DIALECTS.gemini],
  [/\/models\/[^/]+:countTokens$/, 'count-tokens', DIALECTS.gemini],
];

/** What a request wants, from its method, target and headers. */
export function routeOf(method: string, target: string, headers: IncomingHttpHeaders): Route {
  const dialect = likelyDialect(target, headers);
  if (!target.startsWith('/')) return { operation: 'proxy', dialect };
  const path = pathOf(target);
  if (method === 'POST') {
    const known = POST.find(([pattern]) => pattern.test(path));
    if (known) return { operation: known[1], dialect: known[2] };
  }
  if ((method === 'GET' || method === 'HEAD') && /\/models(\/[^/:]+)*$/.test(path)) return { operation: 'models', dialect };
  // Claude Code asks whether its base URL is there.
  if (method === 'HEAD' && path === '/') return { operation: 'ping', dialect };
  return { operation: 'unknown', dialect };
}

/** The path without query, doubled and trailing slashes. */
export function pathOf(target: string): string {
  const path = (target.split(/[?#]/, 1)[0] ?? '').replaceAll(/\/{2,}/g, '/');
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function likelyDialect(target: string, headers: IncomingHttpHeaders): Dialect {
  if (headers['anthropic-version'] !== undefined || headers['x-api-key'] !== undefined) return DIALECTS['anthropic-messages'];
  if (headers['x-goog-api-key'] !== undefined || headers['x-goog-api-client'] !== undefined || target.startsWith('/v1beta')) return DIALECTS.gemini;
  return DIALECTS['openai-chat'];
}
