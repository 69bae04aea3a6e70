import { z } from 'zod';
import { digestOf } from '../common/json.js';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const amendment = z.strictObject({
  at: z.iso.datetime(),
  by: z.string().min(1),
  note: z.string().min(1),
  /** Names of what changed, and the root digests before and after. */
  changed: z.array(z.string()),
  from: digest,
  to: digest,
  /** Seal of the file that was amended. */
  after: digest,
});
export type Amendment = z.infer<typeof amendment>;

/** The run that a lock became final with, and the seal of the file until then. */
const firstRun = z.strictObject({ at: z.iso.datetime(), campaign: z.string(), dir: z.string(), after: digest });
export type FirstRun = z.infer<typeof firstRun>;

export const lockedProtocolSchema = z.strictObject({
  protocol_lock: z.literal(1),
  /** SHA-256 of `lock` as canonical JSON (RFC 8785): the one line that can be published before a run. */
  root: digest,
  lock: z.record(z.string(), z.unknown()),
  /** Changes before the first run, the oldest first. None is taken back. */
  amendments: z.array(amendment),
  /** Null before the first run. */
  first_run: firstRun.nullable(),
  /** SHA-256 over all the rest, `lock` by its root: no line of the file changes without it. */
  seal: digest,
});

/** A protocol as it was locked before a run, in a file beside its manifest. */
export type LockedProtocol = z.infer<typeof lockedProtocolSchema>;
type Unsealed = Pick<LockedProtocol, 'root' | 'amendments' | 'first_run'>;

const sealOf = ({ root, amendments, first_run }: Unsealed): string => digestOf({ protocol_lock: 1, root, amendments, first_run });

const sealed = (lock: Record<string, unknown>, rest: Unsealed): LockedProtocol => ({ protocol_lock: 1, root: rest.root, lock, amendments: rest.amendments, first_run: rest.first_run, seal: sealOf(rest) });

/** A first lock. */
export const newLock = (lock: object): LockedProtocol => sealed(lock as Record<string, unknown>, { root: digestOf(lock), amendments: [], first_run: null });

/** The same protocol locked anew, with why: what it says of its past stays as it is. */
export function amended(before: LockedProtocol, lock: object, why: Pick<Amendment, 'at' | 'by' | 'note' | 'changed'>): LockedProtocol {
  const root = digestOf(lock);
  return sealed(lock as Record<string, unknown>, { root, amendments: [...before.amendments, { ...why, from: before.root, to: root, after: before.seal }], first_run: null });
}

/** The lock as final. */
export const finalLock = (before: LockedProtocol, first: Omit<FirstRun, 'after'>): LockedProtocol =>
  sealed(before.lock, { root: before.root, amendments: before.amendments, first_run: { ...first, after: before.seal } });

/** What a lock says that does not fit the rest of it, in words; undefined where all of it does. */
export function brokenLink({ lock, seal, ...rest }: LockedProtocol): string | undefined {
  if (digestOf(lock) !== rest.root) return 'its root digest does not stand for what it lists';
  if (sealOf(rest) !== seal) return 'its seal does not stand for its amendments and first run';
  const roots = [...rest.amendments.map(({ from }) => from), rest.root];
  for (const [index, { to, after }] of rest.amendments.entries()) {
    const before = sealOf({ root: roots[index] ?? '', amendments: rest.amendments.slice(0, index), first_run: null });
    if (to !== roots[index + 1] || after !== before) return `amendment ${String(index + 1)} does not follow from what was there before it`;
  }
  if (rest.first_run && rest.first_run.after !== sealOf({ ...rest, first_run: null })) return 'its first run was of other amendments';
  return undefined;
}
