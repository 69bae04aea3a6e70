import { GENERAL } from '../../common/varying.js';
import { pretty } from '../../common/json.js';
import { attemptDir } from '../../evidence/layout.js';
import { Mask } from '../../gateway/replay/mask.js';
import { Scrubber, type Secret } from '../../gateway/redact/scrubber.js';
import { runAttempt } from '../../trial/attempt.js';
import type { AttemptRecord } from '../../trial/attempt-record.js';
import type { AttemptContext } from '../../trial/context.js';
import { compareAttempts, type Comparison } from '../../trial/compare/compare.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import { seededText } from '../../trial/compare/seeded-text.js';
import { readSide } from '../../trial/compare/side.js';
import { openModels, type Models } from '../models.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { secretsOf } from '../secrets.js';
import { keepReplay, replayFolder } from './keep.js';
import { keepingState } from './keep-state.js';
import { recordedModel } from './recorded-model.js';
import { redactedNote, tellApart } from './redacted.js';
import { setStage, type Stage, type StageOptions } from './stage.js';

/** Paths in a manifest start at it, and a copy does not know where that was: they start where the program was started. */
const MANIFEST = 'manifest.yaml';

export interface ReplayOptions extends StageOptions {
  /** `recorded`: the model answers from the attempt's own traffic. `live`: the campaign's provider answers. */
  mode: 'recorded' | 'live';
  /** Keep the replayed attempt and the files it left; `live` always does. */
  keep: boolean;
  /** Aborted to stop. */
  signal: AbortSignal;
}

/** How a reproduced attempt compares with its original: `a` is what was recorded, `b` the replay. */
export interface Replay extends Comparison {
  trial: string;
  attempt: number;
  mode: ReplayOptions['mode'];
  equal: boolean;
  /** Why the start was not quite the same. */
  notes: string[];
  initial_state: { recorded: string | null; replayed: string | null };
  /** The first step after the start in which they differ. */
  first_step: Divergence | null;
  /** The replayed attempt's own attempt.json. */
  replayed: AttemptRecord;
  /** Where it was kept. */
  kept: string | null;
}

/**
 * Runs one trial again from the same start, and says whether it does the same. The campaign's evidence is not touched.
 * @throws UserError for what is missing; HarnessError where the engine or this program failed
 */
export async function replayTrial(campaign: CampaignOnDisk, id: string, options: ReplayOptions): Promise<Replay> {
  const stage = await setStage(campaign, id, options);
  let models: Models | undefined;
  try {
    const { original, trial, material } = stage;
    const varying = trial.adapter.varies ?? GENERAL;
    const seeded = await seededText([await material.get(trial.seed.workspace)], trial.sessions.flatMap(({ turns }) => turns));
    const secrets = await secretsOf({ manifest: campaign.campaign.manifest, file: MANIFEST }, process.env);
    models = await modelsOf(campaign, stage, options, new Mask(varying, seeded), secrets);
    const folder = options.keep || options.mode === 'live' ? await replayFolder(campaign.dir, id) : null;
    const record = await runStaged(stage, campaign, models, secrets, options, folder);
    const replayedDir = attemptDir(stage.dir, id, original.attempt);
    const comparison = compareAttempts(original.side, await readSide(replayedDir), new Mask(varying, seeded), varying, 'content');
    // Outside of a bundle, stars and brackets are what an agent wrote.
    const { differing, unknown } = original.redacted.length === 0 ? { differing: comparison.divergences, unknown: [] } : tellApart(comparison.divergences);
    const replay: Replay = {
      trial: id,
      attempt: original.attempt,
      mode: options.mode,
      equal: differing.length === 0,
      notes: [...stage.notes, ...(original.redacted.length === 0 ? [] : [redactedNote(original.redacted, unknown)])],
      initial_state: { recorded: original.side.record?.initial_state ?? null, replayed: record.initial_state },
      first_step: differing.find(({ kind }) => kind !== 'initial-state') ?? null,
      ...comparison,
      divergences: differing,
      replayed: record,
      kept: folder,
    };
    if (folder !== null) await keepReplay(folder, replayedDir, pretty(replay));
    return replay;
  } finally {
    await models?.close();
    await stage.close();
  }
}

async function modelsOf(campaign: CampaignOnDisk, { original, trial }: Stage, { mode, clock }: ReplayOptions, mask: Mask, secrets: readonly Secret[]): Promise<Models> {
  const { manifest } = campaign.campaign;
  if (trial.provider === null) return { access: undefined, close: () => Promise.resolve() };
  if (mode === 'recorded') return recordedModel(trial.provider, original, { limits: manifest.model_limits, mask, secrets, clock });
  return openModels({ manifest, configurations: [trial], file: MANIFEST }, clock, secrets, { tokens: 0, cost_usd: 0 });
}

async function runStaged(stage: Stage, { campaign }: CampaignOnDisk, { access }: Models, secrets: readonly Secret[], { clock, signal }: ReplayOptions, folder: string | null): Promise<AttemptRecord> {
  const { original, trial, machine, image, serviceImages, dir, material } = stage;
  const scrubber = new Scrubber(secrets);
  const context: AttemptContext = {
    campaign: campaign.campaign,
    campaignDir: dir,
    source_commit: null,
    provider: folder === null ? machine.provider : keepingState(machine.provider, folder, scrubber),
    image,
    services: { provider: machine.provider, images: serviceImages },
    material,
    ...(access && { models: access }),
    scrubber,
    clock,
    signal,
  };
  const { record, fault } = await runAttempt({ trial, attempt: original.attempt }, context);
  if (fault) throw fault;
  return record;
}
