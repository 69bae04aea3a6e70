import { UserError } from '../../common/errors.js';

/** Fewer characters could be tried one after the other. */
const LEAST = 16;

/**
 * The secret of a quarter's variant. It is given by the environment, never by a file that a campaign keeps; when the quarter is over it is
 * published, and whoever makes the variant again finds the digests of the lock.
 * @param name of the environment variable; undefined: the variant is one that everybody can make
 * @throws UserError CLEANSLATE_BATTERY_SECRET where it is not set, or too short
 */
export function secretFrom(name: string | undefined, env: NodeJS.ProcessEnv, where: string): string | undefined {
  if (name === undefined) return undefined;
  const secret = env[name];
  if (secret === undefined || secret === '') throw new UserError('CLEANSLATE_BATTERY_SECRET', `the environment has no \`${name}\``, { where, hint: 'set it to the secret of the quarter, or leave the key out for the variant that everybody can make' });
  if (secret.length < LEAST) throw new UserError('CLEANSLATE_BATTERY_SECRET', `the secret in \`${name}\` has fewer than ${String(LEAST)} characters`, { where, hint: 'take a long random one, such as `openssl rand -hex 32` gives' });
  return secret;
}
