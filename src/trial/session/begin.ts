import { Readable } from 'node:stream';
import type { AgentAdapter } from '../../agents/adapter.js';
import { HarnessError } from '../../common/errors.js';
import { pretty } from '../../common/json.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import { sessionDir } from '../../evidence/layout.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { inventoryJson } from '../../trace/inventory-file.js';
import { stateDigest, STATE_ROOTS } from '../context.js';
import type { PlannedSession } from '../planned.js';
import type { Carried } from '../reset/carry.js';
import { differenceText } from '../reset/differences.js';
import { expectedState } from '../reset/expected.js';
import { prove } from '../reset/proof.js';
import { resetEntry, someEntries, type ResetRecord } from '../reset/reset-record.js';
import { joinAll, seedTars } from '../reset/session-seed.js';
import type { Planned, Seeded } from '../states.js';

/** Differences that an error names; reset.json has them all. */
const NAMED = 5;

export interface Beginning {
  session: number;
  plan: PlannedSession;
  /** What it is given of the session before. */
  given: Carried;
  sandbox: Sandbox;
}

/**
 * Puts a session's state into a new sandbox and proves, before anything runs in it, that this and nothing else is there.
 * initial.json and reset.json are written in any case.
 * @throws HarnessError CLEANSLATE_RESET naming what is not as declared, CLEANSLATE_CANARY naming the attempt whose canary is there
 */
export async function beginSession(planned: Planned, { session, plan, given, sandbox }: Beginning, store: AttemptStore): Promise<Seeded> {
  const { adapter, configuration } = planned.trial;
  const begun = await seedAndProve({ session, plan, given, sandbox, folder: sessionDir(session), adapter, allowed: configuration.image_state }, store);
  return { ...planned, session, plan, sandbox, seed: given.seed, ...begun };
}

/** A sandbox that is to begin with a declared state, and whose that is. */
interface Start extends Omit<Beginning, 'plan'> {
  plan: Pick<PlannedSession, 'resets' | 'conversation'>;
  /** Of the attempt, for initial.json and reset.json. */
  folder: string;
  adapter: Pick<AgentAdapter, 'state'>;
  /** Globs of what the image may bring along. */
  allowed: readonly string[];
  /** What the sandbox is of, where it is not the agent's. */
  what?: string;
}

const TOLD = { new: 'new', resume: 'resumed', compact: 'compacted' } as const;

/** The same for any sandbox, be it the agent's or that of a service. */
export async function seedAndProve({ session, plan, given, sandbox, folder, adapter, allowed, what = '' }: Start, store: AttemptStore): Promise<Pick<Seeded, 'initial' | 'initial_state'>> {
  const tars = await seedTars(given.seed, store.material);
  await sandbox.seed(Readable.from(joinAll(tars)));
  const [initial, expected] = await Promise.all([sandbox.inventory(STATE_ROOTS), expectedState(given.seed, store.material)]);
  await store.write(`${folder}/initial.json`, Readable.from(inventoryJson(initial)));
  const initial_state = stateDigest(initial);
  const proof = await prove(sandbox, initial, expected, adapter, allowed);
  const record: ResetRecord = {
    session,
    resets: plan.resets,
    conversation: TOLD[plan.conversation],
    carried: given.carried.map(resetEntry),
    cleared: someEntries(given.cleared),
    cleared_count: given.cleared.length,
    undeclared: someEntries(given.undeclared),
    undeclared_count: given.undeclared.length,
    seed: given.seed,
    initial_state,
    ...proof,
    canaries: expected.canaries,
  };
  await store.write(`${folder}/reset.json`, pretty(record));
  refuse(`${what}session ${String(session)}`, record);
  return { initial, initial_state };
}

function refuse(session: string, { differences, canaries }: ResetRecord): void {
  const [canary] = canaries;
  if (canary) {
    const hint = 'what an earlier attempt left has reached what this one starts from: clean it there, and run again';
    throw new HarnessError('CLEANSLATE_CANARY', `${session} would start with what ${canary.origin} left: its canary is in ${canary.path}`, { hint });
  }
  if (differences.length === 0) return;
  const more = differences.length > NAMED ? ` and ${String(differences.length - NAMED)} more` : '';
  throw new HarnessError('CLEANSLATE_RESET', `${session} would not start from the declared state: ${differences.slice(0, NAMED).map(differenceText).join('; ')}${more}`, {
    hint: 'what an image brings along on purpose can be declared as `image_state` of the configuration',
  });
}
