import { UserError } from '../../common/errors.js';
import { RESET_CLASSES, RESET_WAYS, type ResetClass, type ResetWay } from '../../protocol/manual.js';

/** What a person attests of one class before a session. */
export interface Attested {
  how: ResetWay;
  note: string | null;
}
export type Resets = Record<ResetClass, Attested>;

const isIn = <T extends string>(list: readonly T[], text: string): text is T => (list as readonly string[]).includes(text);

/**
 * The attestation of every class, from `CLASS=HOW` or `CLASS=HOW:NOTE` each.
 * @param keeps classes that the manifest declares as kept before this session
 * @throws UserError CLEANSLATE_RESET where one is missing, given twice, unknown, or kept although it is not declared to be
 */
export function parseResets(given: readonly string[], keeps: readonly ResetClass[]): Resets {
  const resets = new Map<ResetClass, Attested>();
  for (const text of given) {
    const [, name = '', how = '', note] = /^([^=]*)=([^:]*)(?::([^]*))?$/.exec(text) ?? [];
    if (!isIn(RESET_CLASSES, name)) throw refuse(`\`${text}\` names no state class`, `write CLASS=HOW, where CLASS is one of ${RESET_CLASSES.join(', ')}`);
    if (!isIn(RESET_WAYS, how)) throw refuse(`\`${text}\` does not say how it was reset`, `after ${name}= write one of ${RESET_WAYS.join(', ')}, and where wanted :NOTE`);
    if (resets.has(name)) throw refuse(`\`${name}\` is attested twice`, 'give each class once');
    if (how === 'kept' && !keeps.includes(name)) throw refuse(`\`${name}\` may not be kept: the manifest does not declare it`, 'reset it, or run a campaign that declares it, by `manual.keeps` or `resets`');
    if (how !== 'kept' && keeps.includes(name)) throw refuse(`\`${name}\` is declared as kept, and was ${how}`, `attest ${name}=kept, or run a campaign that does not declare it`);
    resets.set(name, { how, note: note ?? null });
  }
  const missing = RESET_CLASSES.filter((name) => !resets.has(name));
  if (missing.length > 0) throw refuse(`no reset is attested for: ${missing.join(', ')}`, `give ${missing.map((name) => `--reset ${name}=HOW`).join(' ')}, with HOW one of ${RESET_WAYS.join(', ')}`);
  return Object.fromEntries(RESET_CLASSES.map((name) => [name, resets.get(name)])) as Resets;
}

const refuse = (message: string, hint: string): UserError => new UserError('CLEANSLATE_RESET', message, { where: '--reset', hint });
