import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, UserError } from '../../common/errors.js';
import type { DialectId } from '../dialects/message.js';

/** Where a credential comes from and how it is sent. Its value is never in a manifest. */
export interface CredentialSource {
  env?: string | undefined;
  file?: string | undefined;
  /** Header to send it in; by default the dialect's own. */
  header?: string | undefined;
  /** Before the value, such as `Bearer `. */
  prefix?: string | undefined;
}

export interface Credential {
  name: string;
  value: string;
  header: string | undefined;
  prefix: string | undefined;
}

/** Reads a credential from the environment or a file (relative to `base`). @throws UserError CLEANSLATE_CREDENTIAL_… */
export async function readCredential(source: CredentialSource, env: NodeJS.ProcessEnv, base: string, where: string): Promise<Credential> {
  const { header, prefix } = source;
  if (source.env !== undefined) {
    const value = env[source.env]?.trim() ?? '';
    const hint = `set ${source.env} in the environment of this command`;
    if (value === '') throw new UserError('CLEANSLATE_CREDENTIAL_MISSING', `the environment variable ${source.env} is empty or not set`, { where, hint });
    return { name: source.env, value, header, prefix };
  }
  const file = resolve(base, source.file ?? '');
  try {
    const value = (await readFile(file, 'utf8')).trim();
    if (value === '') throw new Error('is empty');
    return { name: 'credential-file', value, header, prefix };
  } catch (cause) {
    const hint = 'put the key, and nothing else, into that file';
    throw new UserError('CLEANSLATE_CREDENTIAL_MISSING', `cannot read the credential from ${file}: ${messageOf(cause)}`, { where, hint, cause });
  }
}

/** The header that carries a credential, where the configuration does not say. */
export function credentialHeader(credential: Credential, dialect: DialectId): Record<string, string> {
  const { value, header, prefix = '' } = credential;
  if (header !== undefined) return { [header.toLowerCase()]: `${prefix}${value}` };
  if (dialect === 'anthropic-messages') return { 'x-api-key': value };
  return dialect === 'gemini' ? { 'x-goog-api-key': value } : { authorization: `Bearer ${value}` };
}
