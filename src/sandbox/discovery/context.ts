import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../../common/digest.js';
import { messageOf, UserError } from '../../common/errors.js';
import { type Endpoint, parseAddress, type Tls } from './endpoint.js';

type Environment = Record<string, string | undefined>;

const Config = z.object({ currentContext: z.string().optional() });
const Meta = z.object({
  Endpoints: z.object({ docker: z.object({ Host: z.string(), SkipTLSVerify: z.boolean().optional() }) }),
});

/**
 * The endpoint that `DOCKER_HOST` names, with the TLS material of `DOCKER_TLS_VERIFY` and `DOCKER_CERT_PATH`.
 * Undefined where it is not set. Throws a UserError if it cannot be used.
 */
export function fromDockerHost(env: Environment, home: string): Endpoint | undefined {
  const address = env['DOCKER_HOST'];
  if (address === undefined || address === '') return undefined;
  if (address.startsWith('unix://')) return parseAddress(address, 'DOCKER_HOST');
  const secure = (env['DOCKER_TLS_VERIFY'] ?? '') !== '' || env['DOCKER_CERT_PATH'] !== undefined;
  const tls = secure ? material(env['DOCKER_CERT_PATH'] ?? configDirectory(env, home), 'DOCKER_CERT_PATH', true) : undefined;
  return parseAddress(address, 'DOCKER_HOST', tls);
}

/**
 * The endpoint of the current Docker context: `DOCKER_CONTEXT`, else `currentContext` of `config.json`.
 * Undefined for the `default` context, which names no place of its own. Throws a UserError if it is broken.
 */
export function fromContext(env: Environment, home: string): { name: string; endpoint: Endpoint } | undefined {
  const directory = configDirectory(env, home);
  const name = env['DOCKER_CONTEXT'] || currentContext(join(directory, 'config.json'));
  if (name === undefined || name === '' || name === 'default') return undefined;
  const file = join(directory, 'contexts', 'meta', sha256(name), 'meta.json');
  const { Host, SkipTLSVerify } = parseJson(file, Meta, `Docker context ${name}`).Endpoints.docker;
  const tls = join(directory, 'contexts', 'tls', sha256(name), 'docker');
  const secure = existsSync(tls) ? material(tls, tls, SkipTLSVerify !== true) : undefined;
  return { name, endpoint: parseAddress(Host, `Docker context ${name}`, secure) };
}

const configDirectory = (env: Environment, home: string): string => env['DOCKER_CONFIG'] || join(home, '.docker');

function currentContext(file: string): string | undefined {
  return existsSync(file) ? parseJson(file, Config, 'Docker configuration').currentContext : undefined;
}

function material(directory: string, where: string, verify: boolean): Tls {
  const read = (name: string): string | undefined =>
    existsSync(join(directory, name)) ? readFileSync(join(directory, name), 'utf8') : undefined;
  try {
    const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map(read);
    return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), verify };
  } catch (error) {
    throw new UserError('CLEANSLATE_ENGINE_ADDRESS', `cannot read the TLS material in ${directory}: ${messageOf(error)}`, { where, cause: error });
  }
}

function parseJson<T>(file: string, schema: z.ZodType<T>, what: string): T {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const hint = '`docker context ls` shows what there is; DOCKER_HOST overrides it';
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : messageOf(error);
    throw new UserError('CLEANSLATE_DOCKER_CONTEXT', `${what} cannot be used: ${reason}`, { where: file, hint, cause: error });
  }
}
