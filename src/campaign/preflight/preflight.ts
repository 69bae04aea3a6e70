import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { sha256 } from '../../common/digest.js';
import type { Journal } from '../../evidence/journal.js';
import { EVIDENCE_FILE, PARTIAL, parseAttemptName, PREFLIGHT_DIR, preflightPath } from '../../evidence/layout.js';
import { Material } from '../../evidence/material.js';
import { preparePrompt } from '../../scenario/prepare.js';
import { workspaceFiles, workspacePrompt } from '../../scenario/workspace-prompt.js';
import type { AttemptContext } from '../../trial/context.js';
import type { PlannedTrial } from '../../trial/planned.js';
import { buildWorkspace } from '../../trial/seed/workspace.js';
import type { CampaignObserver } from '../observer.js';
import { preflightOne } from './one.js';
import { readPreflight, type Cause, type PreflightRecord } from './record.js';
import { preflightCase } from './task.js';

export interface PreflightOptions {
  dir: string;
  /** Where the trials' seeds are; the campaign's own material need not hold them yet. */
  staged: Material;
  contextFor(trial: PlannedTrial): AttemptContext;
  observer: CampaignObserver;
  concurrency: number;
}

/** One trial of each configuration that has something to prove, by id: control agents are ours, come with the program and ask no model. */
export const toProve = (pending: readonly PlannedTrial[]): PlannedTrial[] =>
  [...new Map(pending.filter(({ adapter }) => !adapter.control && adapter.outside !== 'person').map((trial) => [trial.configuration.id, trial])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, trial]) => trial);

/**
 * Tries configurations before their first trial, some at a time, and keeps what was seen below `preflight/`.
 * @param trials as `toProve` gives them
 * @returns what failed; empty where every configuration proved what it has to. What the user stopped is no failure.
 */
export async function preflight(trials: readonly PlannedTrial[], options: PreflightOptions): Promise<(PreflightRecord & { cause: Cause })[]> {
  if (trials.length === 0) return [];
  await removeHalf(options.dir);
  const material = await Material.open(options.dir);
  const task = trials.some(({ provider }) => provider !== null) ? await keepTask(material) : { workspace: '' };
  const queue = new PQueue({ concurrency: options.concurrency });
  const records = await Promise.all(
    trials.map((trial) =>
      queue.add(async () => {
        const context = options.contextFor(trial);
        if (context.signal.aborted) return undefined;
        await keepSeed(trial, options.staged, material);
        const record = await preflightOne(trial, { ...context, material, staged: options.staged, ...task });
        if (context.signal.aborted) return undefined;
        if (record.cause === null) options.observer.note(described(record));
        return record;
      }),
    ),
  );
  return records.flatMap((record) => (record?.cause ? [{ ...record, cause: record.cause }] : []));
}

/** What is the configuration's own; in mode `prompt` its workspace is, too: it is empty. */
async function keepSeed({ mode, seed }: PlannedTrial, staged: Material, material: Material): Promise<void> {
  await material.put(await staged.get(seed.agent));
  if (mode === 'workspace') return;
  await material.put(await staged.get(seed.workspace));
  await material.put(preparePrompt(preflightCase));
}

/** What the session starts from and is asked, kept as that of every trial is. */
async function keepTask(material: Material): Promise<{ workspace: string }> {
  const request = { spec: { template: 'service' }, manifest: '', place: 'preflight', files: workspaceFiles(preflightCase) };
  await material.put(workspacePrompt(preflightCase));
  return { workspace: await buildWorkspace(request, (tar) => material.putStream(tar)) };
}

function described({ configuration, program, model, tool_call }: PreflightRecord): string {
  const version = program.said === null ? '' : ` ${program.said}`;
  const answered = model === null ? '' : `, ${model.fixed_script ? 'a fixed script' : model.provider} answered${tool_call === true ? ' after a tool call' : ''}`;
  return `preflight ${configuration}: ${program.argv}${version} is there${answered}`;
}

/** Puts on the journal what was sealed and is not on it: a campaign is opened only after its first preflight. */
export async function journalPreflights(dir: string, journal: Journal): Promise<void> {
  const known = new Set(journal.entries.flatMap((entry) => (entry.type === 'preflight.sealed' ? [preflightPath(entry.configuration, entry.number)] : [])));
  for (const { configuration, number, path } of await sealedPreflights(dir)) {
    if (known.has(path)) continue;
    const { cause } = await readPreflight(join(dir, path));
    const evidence = sha256(await readFile(join(dir, path, EVIDENCE_FILE)));
    await journal.append({ type: 'preflight.sealed', configuration, number, cause: cause && `${cause.kind}: ${cause.message}`, evidence });
  }
}

/** Every sealed preflight of a campaign's directory, by configuration and number. */
export async function sealedPreflights(dir: string): Promise<{ configuration: string; number: number; path: string }[]> {
  const found = [];
  for (const configuration of await names(join(dir, PREFLIGHT_DIR))) {
    const numbers = (await names(join(dir, PREFLIGHT_DIR, configuration))).flatMap((name) => parseAttemptName(name) ?? []).sort((a, b) => a - b);
    found.push(...numbers.map((number) => ({ configuration, number, path: preflightPath(configuration, number) })));
  }
  return found;
}

/** What a dead harness left of a preflight proves nothing, and another one begins. */
async function removeHalf(dir: string): Promise<void> {
  for (const configuration of await names(join(dir, PREFLIGHT_DIR))) {
    for (const name of await names(join(dir, PREFLIGHT_DIR, configuration))) {
      if (name.endsWith(PARTIAL)) await rm(join(dir, PREFLIGHT_DIR, configuration, name), { recursive: true, force: true });
    }
  }
}

const names = async (dir: string): Promise<string[]> => (await readdir(dir).catch(() => [])).sort();
