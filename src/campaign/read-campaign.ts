import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../common/errors.js';
import { wholeLines } from '../common/whole-lines.js';
import { readJournal, type JournalEntry } from '../evidence/journal.js';
import { CAMPAIGN_FILE, RESULTS_FILE } from '../evidence/layout.js';
import { manifestSchema } from '../protocol/manifest.js';
import { checklistScoreSchema } from '../scoring/index.js';
import { readSlots } from './slots.js';

const places = z.record(z.string(), z.string());

const campaignFile = z.looseObject({
  campaign: z.string(),
  /** Version of the protocol that its battery follows; null without one. */
  protocol: z.string().nullable().default(null),
  manifest: manifestSchema,
  /** Every trial, in the order in which they start. */
  trials: z.array(z.string()),
  agents: z.record(z.string(), z.object({ id: z.string(), version: z.string() })),
  machine: z.looseObject({}),
  /** What each trial starts from, as `material/<sha256>`. */
  material: z.object({ workspaces: places, prompts: places, scenarios: places, alternatives: places, tasks: places, agents: places }).partial().default({}),
  harness: z.looseObject({ version: z.string(), scorer: z.string() }).partial().default({}),
});

const common = z.looseObject({
  trial: z.string(),
  attempt: z.int(),
  configuration: z.string(),
  task: z.string(),
  category: z.string().nullable().default(null),
  profile: z.string(),
  run: z.int(),
  agent: z.string(),
  initial_state: z.string().nullable(),
  normalized: z.string().nullable(),
});

export const pointsLine = common.extend({ scenario: z.null(), score: checklistScoreSchema });
const answersLine = common.extend({ scenario: z.string(), score: z.looseObject({ questions: z.int(), grounded_correct: z.int().optional(), format_failure: z.string().nullable() }) });

/** A line of results.jsonl of a task of a battery, as far as lists and summaries look at it. */
export type PointsLine = z.infer<typeof pointsLine>;
/** The same of a scenario. */
export type AnswersLine = z.infer<typeof answersLine>;
export type ResultLine = PointsLine | AnswersLine;

const result = z.union([pointsLine, answersLine]);

export const isPointsLine = (line: ResultLine): line is PointsLine => line.scenario === null;
export const isAnswersLine = (line: ResultLine): line is AnswersLine => line.scenario !== null;

/** A campaign as its directory shows it, running or not. */
export interface CampaignOnDisk {
  dir: string;
  campaign: z.infer<typeof campaignFile>;
  entries: JournalEntry[];
  /** The lines of results.jsonl that count. */
  results: ResultLine[];
  /** These lines as text. */
  resultsText: string;
  /** Lines of attempts that an evaluator took back, or a person corrected: they stay published, and count no more. */
  withdrawn: ResultLine[];
}

/** Reads a campaign's directory. @throws UserError where it is none */
export async function readCampaign(dir: string): Promise<CampaignOnDisk> {
  const entries = await readJournal(dir);
  const campaign = await parse(dir, CAMPAIGN_FILE, (text) => campaignFile.parse(JSON.parse(text)));
  const text = await readFile(join(dir, RESULTS_FILE), 'utf8').catch(() => '');
  const lines = wholeLines(text).map((line) => ({ line, result: result.parse(JSON.parse(line)) }));
  const slots = readSlots(entries);
  const counts = ({ trial, attempt }: ResultLine): boolean => slots.get(trial)?.withdrawn.includes(attempt) !== true;
  const counting = lines.filter((each) => counts(each.result));
  return {
    dir,
    campaign,
    entries,
    resultsText: counting.map(({ line }) => `${line}\n`).join(''),
    results: counting.map((each) => each.result),
    withdrawn: lines.map((each) => each.result).filter((each) => !counts(each)),
  };
}

async function parse<T>(dir: string, name: string, read: (text: string) => T): Promise<T> {
  try {
    return read(await readFile(join(dir, name), 'utf8'));
  } catch (cause) {
    throw new UserError('CLEANSLATE_CAMPAIGN_UNREADABLE', 'cannot be read', { where: join(dir, name), hint: '`cleanslate verify` says what is wrong', cause });
  }
}
