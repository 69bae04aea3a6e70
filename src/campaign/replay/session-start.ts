import { join } from 'node:path';
import { conversationIds } from '../../agents/conversation.js';
import { UserError } from '../../common/errors.js';
import type { Entry } from '../../common/inventory.js';
import { serviceDir, sessionDir } from '../../evidence/layout.js';
import type { Material } from '../../evidence/material.js';
import { optionalJson } from '../../trial/attempt-files.js';
import type { PlannedSession, PlannedTrial, SeedMaterial } from '../../trial/planned.js';
import type { ResetRecord } from '../../trial/reset/reset-record.js';
import { firstSeed, type SessionSeed } from '../../trial/reset/session-seed.js';
import type { CampaignBytes } from './bytes.js';
import type { Original } from './original.js';

/** What one session of an attempt began with. */
export interface SessionStart {
  session: number;
  plan: PlannedSession;
  seed: SessionSeed;
  /** What each service beside it began with; those of the first session begin with nothing. */
  services: ReadonlyMap<string, SessionSeed>;
  /** The recorded digest; null where the attempt ended before its state was seen. */
  initial_state: string | null;
  /** What was recorded, entry by entry. */
  entries: readonly Entry[] | undefined;
  /** Of the conversation that it goes on with; null for one of its own. */
  conversation: string | null;
}

interface Rebuilt {
  original: Original;
  trial: Pick<PlannedTrial, 'id' | 'sessions' | 'services' | 'seed'>;
  bytes: CampaignBytes;
  /** Gets what was carried. */
  material: Material;
}

/**
 * The start of any session of an attempt: that of the first is as seeded, and that of a later one is made again from what its reset.json names.
 * @param session from 1
 * @throws UserError CLEANSLATE_NO_SESSION for one that is not planned or was not begun, CLEANSLATE_REPLAY_MISSING where what was carried is not here
 */
export async function sessionStart({ original, trial, bytes, material }: Rebuilt, session: number): Promise<SessionStart> {
  const plan = trial.sessions[session - 1];
  const planned = trial.sessions.length;
  if (!plan) throw noSession(`has no session ${String(session)}`, trial.id, planned === 1 ? 'it has one' : `it has sessions 1 to ${String(planned)}`);
  const { side } = original;
  const entries = side.initial.get(session);
  const again = async (folder: string, base?: SeedMaterial): Promise<{ seed: SessionSeed; initial_state: string }> => {
    const record = await optionalJson<ResetRecord>(join(original.dir, folder, 'reset.json'));
    if (!record) throw noSession(`did not come to session ${String(session)}: ${folder}/reset.json is not there`, original.dir, `its last is session ${String(Math.max(1, ...side.initial.keys()))}; name another --session, or another --attempt`);
    return { seed: await keptSeed({ ...record.seed, ...base }, bytes, material), initial_state: record.initial_state };
  };
  if (session === 1) return { session, plan, seed: firstSeed(trial.seed), services: new Map(), initial_state: side.record?.initial_state ?? null, entries, conversation: null };
  const { seed, initial_state } = await again(sessionDir(session), trial.seed);
  const services = new Map<string, SessionSeed>();
  for (const { name } of trial.services) services.set(name, (await again(serviceDir(session, name))).seed);
  const conversation = plan.conversation === 'new' ? null : (conversationIds(side.events, session - 1).at(-1) ?? null);
  return { session, plan, seed, services, initial_state, entries, conversation };
}

/** A seed whose bytes are the campaign's as they are now. What a session is seeded with at first was kept already, or is empty. */
async function keptSeed(seed: SessionSeed, bytes: CampaignBytes, material: Material): Promise<SessionSeed> {
  const keep = async (digest: string, use: string): Promise<string> => material.put(await bytes.get(digest, use));
  return {
    ...seed,
    carried: seed.carried === null ? null : await keep(seed.carried, 'state that was carried'),
    ...(seed.laid !== undefined && { laid: await keep(seed.laid, 'files that its task lays over the workspace') }),
  };
}

const noSession = (message: string, where: string, hint: string): UserError => new UserError('CLEANSLATE_NO_SESSION', message, { where, hint });
