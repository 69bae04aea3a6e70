import { dirname } from 'node:path';
import { UserError } from '../common/errors.js';
import { readCredential } from '../gateway/live/credential.js';
import { secretsIn } from '../gateway/redact/environment.js';
import type { Scrubber, Secret } from '../gateway/redact/scrubber.js';
import type { Plan } from './plan.js';

/**
 * Every credential that the harness knows of: what is named like one in its environment, those of the manifest's
 * providers, wherever they are, and the secret of its battery. One that cannot be read is told when its provider is opened.
 */
export async function secretsOf({ manifest, file }: Pick<Plan, 'manifest' | 'file'>, env: NodeJS.ProcessEnv): Promise<Secret[]> {
  const secrets = secretsIn(env);
  for (const provider of Object.values(manifest.providers)) {
    if (provider.mode !== 'live' || !provider.credential) continue;
    const known = await readCredential(provider.credential, env, dirname(file), file).catch(() => undefined);
    if (known && !secrets.some(({ value }) => value === known.value)) secrets.push({ name: known.name, value: known.value });
  }
  const variant = typeof manifest.battery === 'object' ? manifest.battery.secret_env : undefined;
  const secret = variant === undefined ? undefined : env[variant];
  if (variant !== undefined && secret && !secrets.some(({ value }) => value === secret)) secrets.push({ name: variant, value: secret });
  return secrets;
}

/** What is kept of a manifest, a scenario and its prompts is kept byte for byte: a credential in it is refused. @throws UserError CLEANSLATE_CREDENTIAL_INSIDE */
export function refuseCredentials(scrubber: Scrubber, text: string, where: string): void {
  const found = scrubber.find(text);
  if (found === undefined) return;
  throw new UserError('CLEANSLATE_CREDENTIAL_INSIDE', `this holds a credential or what looks like one (${found}), and a campaign keeps all of it`, {
    where,
    hint: 'take it out; providers read theirs from `credential: { env }` or `{ file }`',
  });
}
