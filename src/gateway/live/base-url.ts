import { UserError } from '../../common/errors.js';

const VERSION = /^v\d+[a-z0-9]*$/;

/** A provider's base URL. @throws UserError CLEANSLATE_BASE_URL */
export function parseBaseUrl(text: string, where: string): URL {
  const hint = 'give the base URL as the provider documents it, such as https://api.openai.com/v1';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new UserError('CLEANSLATE_BASE_URL', `\`${text}\` is no http or https URL`, { where, hint });
  if (url.username || url.password || url.search || url.hash) {
    throw new UserError('CLEANSLATE_BASE_URL', 'a base URL has no credentials, query or fragment', { where, hint: 'give the key as `credential`' });
  }
  return url;
}

/**
 * Where an agent's request goes: agents ask for `/v1/…` (`/v1beta/…`), and base URLs may end in a version of their own,
 * which then stands in its place.
 */
export function resolveTarget(base: URL, target: string): { origin: string; path: string } {
  const [path = '/', query] = splitOnce(target);
  const prefix = base.pathname.replace(/\/+$/, '');
  const segments = path.split('/').filter((part) => part !== '');
  const ownVersion = VERSION.test(prefix.split('/').at(-1) ?? '');
  const rest = ownVersion && VERSION.test(segments[0] ?? '') ? segments.slice(1) : segments;
  const kept = query?.split('&').filter((pair) => !/^(key|api_key|access_token)=/i.test(pair)).join('&');
  return { origin: base.origin, path: `${prefix}/${rest.join('/')}${kept ? `?${kept}` : ''}` };
}

function splitOnce(target: string): [string, string | undefined] {
  const at = target.indexOf('?');
  return at === -1 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}
