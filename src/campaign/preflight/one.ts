import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CleanslateError, HarnessError, messageOf } from '../../common/errors.js';
import { pretty } from '../../common/json.js';
import { AttemptStore } from '../../evidence/attempt.js';
import { preflightPath } from '../../evidence/layout.js';
import type { Material } from '../../evidence/material.js';
import { jsonScrub } from '../../gateway/redact/json-scrub.js';
import { preparePrompt } from '../../scenario/prepare.js';
import { workspacePrompt } from '../../scenario/workspace-prompt.js';
import type { AttemptRecord } from '../../trial/attempt-record.js';
import { runAttempt } from '../../trial/attempt.js';
import type { AttemptContext } from '../../trial/context.js';
import { singleSession, type PlannedTrial } from '../../trial/planned.js';
import { judgeSession } from './judge.js';
import { needsFixedScript, preflightModels } from './model.js';
import { findProgram, type ProgramCheck } from './program.js';
import { PREFLIGHT_FILE, type Cause, type PreflightRecord } from './record.js';
import { FINDING, preflightCase } from './task.js';

/** Longest that a session may take which answers one question from one file, seconds. */
const SECONDS = 300;

export interface PreflightContext extends AttemptContext {
  /** Where the trials' own seeds are. */
  staged: Material;
  /** Digest of the workspace of the preflight's task, in `material`. */
  workspace: string;
}

/**
 * Tries one configuration: its program in a sandbox of its image, and where it has a model one short session on the way that
 * its trials will take. Everything is sealed in `preflight/<configuration>/attempt-<n>`.
 * @param trial any trial of the configuration
 * @throws HarnessError only where the evidence itself could not be kept
 */
export async function preflightOne(trial: PlannedTrial, context: PreflightContext): Promise<PreflightRecord> {
  const number = nextNumber(context.campaignDir, trial.configuration.id);
  const store = await AttemptStore.ofPreflight(context.campaignDir, trial.configuration.id, number, jsonScrub(context.scrubber));
  const program = trial.adapter.outside === undefined ? await checkProgram(trial, context, store) : { argv: trial.adapter.id, said: null, cause: null };
  if (program.cause !== null || trial.provider === null) {
    const record = recordOf(trial, number, program, null, { tool_call: null, cause: program.cause });
    await store.write(PREFLIGHT_FILE, pretty(record));
    await store.seal();
    return record;
  }
  return runSession(trial, number, program, context, store);
}

function nextNumber(dir: string, configuration: string): number {
  let number = 1;
  while (existsSync(join(dir, preflightPath(configuration, number)))) number += 1;
  return number;
}

async function checkProgram(trial: PlannedTrial, { staged, provider, image, campaign }: PreflightContext, store: AttemptStore): Promise<ProgramCheck> {
  try {
    const seed = [await staged.get(trial.seed.workspace), await staged.get(trial.seed.agent)] as const;
    return await findProgram(trial, { provider, image: image.reference, campaign, seed }, store);
  } catch (error) {
    return { argv: '', said: null, cause: faultCause(error) };
  }
}

async function runSession(trial: PlannedTrial, number: number, program: ProgramCheck, context: PreflightContext, store: AttemptStore): Promise<PreflightRecord> {
  let record: PreflightRecord | undefined;
  const conclude = async (attempt: AttemptRecord): Promise<void> => {
    const shown = await judgeSession(attempt, usesTools(trial), FINDING, store.dir).catch((error: unknown) => ({ tool_call: null, cause: faultCause(error) }));
    record = recordOf(trial, number, program, modelOf(trial, attempt, context), shown);
    await store.write(PREFLIGHT_FILE, pretty(record));
  };
  const models = context.models && preflightModels(context.models, trial.provider ?? '', trial.settings.model ?? 'scripted', context.clock);
  await runAttempt({ trial: asPreflight(trial, context.workspace), attempt: number }, { ...context, ...(models && { models }), keeping: { store, conclude } });
  if (!record) throw new HarnessError('CLEANSLATE_PREFLIGHT', `the preflight of ${trial.configuration.id} left no record`);
  return record;
}

/** In mode `prompt` no tool is wanted: that its model answers is all that it has to prove. */
const usesTools = ({ mode, adapter }: PlannedTrial): boolean => mode === 'workspace' && adapter.knows.tools;

/** The trial with another task: everything else of the configuration is as it will be. */
function asPreflight(trial: PlannedTrial, workspace: string): PlannedTrial {
  const prompt = trial.mode === 'workspace' ? workspacePrompt(preflightCase) : preparePrompt(preflightCase);
  return {
    ...trial,
    id: `preflight.${trial.configuration.id}`,
    task: 'preflight',
    profile: preflightCase.profile,
    run: 1,
    about: { kind: 'scenario', selected: preflightCase },
    sessions: [singleSession([prompt], trial.configuration.warmup)],
    prompt,
    limits: { ...trial.limits, agent_seconds: Math.min(trial.limits.agent_seconds, SECONDS) },
    seed: { ...trial.seed, workspace: trial.mode === 'workspace' ? workspace : trial.seed.workspace },
  };
}

function recordOf({ configuration, adapter }: PlannedTrial, number: number, { argv, said }: ProgramCheck, model: PreflightRecord['model'], shown: { tool_call: boolean | null; cause: Cause | null }): PreflightRecord {
  return { configuration: configuration.id, agent: adapter.id, number, program: { argv, pinned: adapter.version, said }, model, ...shown };
}

function modelOf(trial: PlannedTrial, { observed_model }: AttemptRecord, { models }: PreflightContext): PreflightRecord['model'] {
  const provider = models?.providers.get(trial.provider ?? '');
  return provider ? { provider: provider.name, mode: provider.upstream.mode, fixed_script: needsFixedScript(provider), observed: observed_model } : null;
}

function faultCause(error: unknown): Cause {
  if (error instanceof CleanslateError) return { by: error.blame === 'user' ? 'user' : 'harness', kind: error.code, message: error.line };
  return { by: 'harness', kind: 'unknown', message: messageOf(error) };
}
