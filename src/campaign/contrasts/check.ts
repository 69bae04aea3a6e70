import { UserError } from '../../common/errors.js';
import type { Place } from '../../common/place.js';
import type { Manifest } from '../../protocol/manifest.js';

/** Refuses a planned contrast with a profile or configuration that the campaign does not have. @throws UserError CLEANSLATE_CONTRAST_UNKNOWN */
export function checkContrasts({ contrasts, configurations }: Pick<Manifest, 'contrasts' | 'configurations'>, cases: readonly { profile: string }[], place: Place): void {
  refuseUnknown(contrasts?.profiles ?? [], new Set(cases.map(({ profile }) => profile)), 'profile', (...keys) => place(['profiles', ...keys]));
  refuseUnknown(contrasts?.configurations ?? [], new Set(configurations.map(({ id }) => id)), 'configuration', (...keys) => place(['configurations', ...keys]));
}

function refuseUnknown(pairs: readonly (readonly string[])[], known: ReadonlySet<string>, what: string, place: (...keys: number[]) => string): void {
  for (const [at, pair] of pairs.entries()) {
    const side = pair.findIndex((name) => !known.has(name));
    if (side === -1) continue;
    throw new UserError('CLEANSLATE_CONTRAST_UNKNOWN', `the campaign has no ${what} \`${pair[side] ?? ''}\``, { where: place(at, side), hint: `it has ${[...known].sort().join(', ')}` });
  }
}
