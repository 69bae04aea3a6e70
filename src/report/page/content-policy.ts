import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of a page: it may use the very styles and scripts that it was written with, by their digests, and
 * nothing else from anywhere. So nothing that an agent wrote could run or load, even if it were ever taken for markup.
 * @param live the page may also talk to the server that it came from
 */
export function contentPolicy(styles: string, scripts: readonly string[], live: boolean): string {
  const rules = [
    `default-src 'none'`,
    `style-src ${hashOf(styles)}`,
    `script-src ${scripts.length === 0 ? `'none'` : scripts.map(hashOf).join(' ')}`,
    ...(live ? [`connect-src 'self'`] : [`require-trusted-types-for 'script'`]),
    `base-uri 'none'`,
    `form-action 'none'`,
  ];
  return rules.join('; ');
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
