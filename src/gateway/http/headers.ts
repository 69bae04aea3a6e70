import type { IncomingHttpHeaders } from 'node:http';

/** Headers that may be recorded. Everything else could be a credential: only its name is kept. */
const RECORDED = [
  'accept', 'accept-encoding', 'anthropic-beta', 'anthropic-version', 'cache-control', 'conversation_id', 'content-encoding',
  'content-length', 'content-type', 'date', 'expect', 'host', 'openai-beta', 'openai-model', 'openai-processing-ms', 'openai-version', 'originator',
  'request-id', 'retry-after', 'retry-after-ms', 'server', 'session_id', 'thread_id', 'transfer-encoding', 'upgrade', 'user-agent', 'version', 'x-app',
  'x-claude-code-session-id', 'x-goog-api-client', 'x-openai-subagent', 'x-request-id', 'x-should-retry',
];
const RECORDED_PREFIXES = ['anthropic-ratelimit-', 'x-codex-', 'x-ratelimit-', 'x-stainless-'];

const recorded = (name: string): boolean => RECORDED.includes(name) || RECORDED_PREFIXES.some((prefix) => name.startsWith(prefix));

/** Headers for the wire record: what may be shown, and the names of what was withheld. */
export function splitHeaders(headers: IncomingHttpHeaders | Record<string, string>): { shown: Record<string, string>; withheld: string[] } {
  const shown: Record<string, string> = {};
  const withheld: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (recorded(name.toLowerCase())) shown[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
    else withheld.push(name.toLowerCase());
  }
  return { shown, withheld: withheld.sort() };
}

/** Query parameters that say what is asked; the rest (Gemini takes its key there) is masked. */
const QUERY = new Set(['alt', 'beta', 'limit', 'after', 'before_id', 'after_id', 'api-version', 'client_version', 'pageSize', '$alt']);

/** A request target for the wire record. */
export function showTarget(target: string): string {
  const at = target.indexOf('?');
  if (at === -1) return target;
  const pairs = target.slice(at + 1).split('&').map((pair) => {
    const name = pair.split('=', 1)[0] ?? '';
    return QUERY.has(name) ? pair : `${name}=[withheld]`;
  });
  return `${target.slice(0, at)}?${pairs.join('&')}`;
}

/** Credentials of any dialect, in whatever header a client may put them. */
const CREDENTIALS = new Set(['authorization', 'api-key', 'x-api-key', 'x-goog-api-key', 'x-goog-user-project', 'cookie', 'proxy-authorization']);
/** Belongs to one connection, or is set anew by the client of the next one. */
const CONNECTION = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host', 'content-length', 'expect', 'accept-encoding',
]);

/** What of an agent's headers goes on to the provider: no placeholder credential, nothing of the connection. */
export function forwardedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name) && !CONNECTION.has(name) && !named.has(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]])));
}

/** What of a provider's headers goes on to the agent. Bodies are decoded and sent in chunks; cookies stay here. */
export function returnedHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const dropped = new Set([...CONNECTION, 'content-encoding', 'set-cookie', 'alt-svc', 'strict-transport-security']);
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]])));
}
