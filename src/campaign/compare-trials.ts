import { findAdapter } from '../agents/registry.js';
import { GENERAL, type Varying } from '../common/varying.js';
import { Mask } from '../gateway/replay/mask.js';
import { compareAttempts, type Comparison } from '../trial/compare/compare.js';
import { readSide, type Side } from '../trial/compare/side.js';
import { seededText } from '../trial/compare/seeded-text.js';
import { attemptMaterial } from './attempt-material.js';
import { publicationOf, type Publication } from './closed.js';
import { pickAttempt, type PickedAttempt } from './pick-attempt.js';
import type { CampaignOnDisk } from './read-campaign.js';

/** Two attempts of a campaign, and what differs between them. */
export interface ComparedTrials extends Comparison {
  a: ComparedSide;
  b: ComparedSide;
  equal: boolean;
  /** Whether the scores are an index's, and then whether they are published. */
  publication: Publication;
}

export interface ComparedSide extends PickedAttempt {
  /** Digest of what was there before the first prompt; null where it was never seen. */
  initial_state: string | null;
}

/** Ids that a model gives its calls anew in every conversation. */
const CALL_IDS = ['id', 'call_id', 'tool_call_id', 'tool_use_id'];

/** Compares two trials, each by the attempt that `show` would take. @throws UserError for a trial or attempt that is not there */
export async function compareTrials(campaign: CampaignOnDisk, trials: readonly [string, string], asked: readonly [string | undefined, string | undefined] = [undefined, undefined], unmasked = false): Promise<ComparedTrials> {
  const [a, b] = [pickAttempt(campaign, trials[0], asked[0]), pickAttempt(campaign, trials[1], asked[1])];
  const [left, right] = [await readSide(a.dir), await readSide(b.dir)];
  const varying = unmasked ? { texts: [], members: [], files: [] } : joined(varyingOf(campaign, left), varyingOf(campaign, right));
  const seeded = await seededTextOf(campaign.dir, [a.dir, b.dir]);
  const comparison = compareAttempts(left, right, new Mask({ ...varying, members: [...varying.members, ...CALL_IDS] }, seeded), varying, 'sequence');
  const side = (picked: PickedAttempt, { record }: Side): ComparedSide => ({ ...picked, initial_state: record?.initial_state ?? null });
  return { a: side(a, left), b: side(b, right), equal: comparison.divergences.length === 0, publication: publicationOf(campaign), ...comparison };
}

/** What the agent of a configuration varies in. */
export function varyingOf({ campaign }: CampaignOnDisk, { record }: Pick<Side, 'record'>): Varying {
  const configuration = campaign.manifest.configurations.find(({ id }) => id === record?.configuration);
  return (configuration && findAdapter(configuration).varies) ?? GENERAL;
}

/** What attempts were seeded with and asked, as far as the campaign still has it. */
async function seededTextOf(campaignDir: string, attempts: readonly string[]): Promise<(text: string) => boolean> {
  const used = (await Promise.all(attempts.map((dir) => attemptMaterial(campaignDir, dir)))).flat();
  const of = (test: (use: string) => boolean): Buffer[] => [...new Map(used.filter(({ use }) => test(use)).map((one) => [one.sha256, one.bytes])).values()].filter((bytes) => bytes !== undefined);
  return seededText(of((use) => use === 'workspace'), of((use) => use.startsWith('prompt')).map(String));
}

const joined = (a: Varying, b: Varying): Varying => ({
  texts: [...new Set([...a.texts, ...b.texts])],
  members: [...new Set([...a.members, ...b.members])],
  files: [...new Set([...a.files, ...b.files])],
});
