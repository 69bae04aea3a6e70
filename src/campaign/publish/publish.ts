import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UserError, messageOf } from '../../common/errors.js';
import type { Clock } from '../../common/clock.js';
import { isWithin } from '../../common/paths.js';
import { claimedJournal } from '../claimed-journal.js';
import { readCampaign } from '../read-campaign.js';
import { secretsOf } from '../secrets.js';
import { summarizeCampaign } from '../summary.js';
import { verifyAll } from '../verify/verify.js';
import { makeBundle, type Bundle } from './bundle.js';
import { gateReasons } from './gate.js';
import { protocolText } from './protocol-text.js';
import { operator, type PersonalText } from './redact/personal.js';
import { Redactor } from './redact/redactor.js';
import type { CsvOf } from './tables.js';

export interface PublishOptions {
  /** Where the bundle goes: a directory that is not there yet, or is empty. */
  out: string;
  /** Further texts by which somebody could be told. */
  personal: readonly string[];
  license: string | undefined;
  csvOf: CsvOf;
  clock: Clock;
  env: NodeJS.ProcessEnv;
}

/** Either why not, one line each, and then nothing was written; or the bundle. */
export type Publishing = { reasons: string[] } | { reasons: []; bundle: Bundle };

/**
 * The publication gate (methodology, "Publication state"), and behind it the redacted bundle. The campaign is closed with it. The bundle
 * appears complete or not at all.
 * @throws UserError where there is no campaign, a harness runs it now, or the bundle cannot go there
 */
export async function publish(dir: string, options: PublishOptions): Promise<Publishing> {
  await readCampaign(dir); // Nothing is made where there is no campaign.
  const out = await freeOut(dir, options.out);
  // Before anybody holds the campaign: whoever runs it now is a reason, too.
  const checks = await verifyAll(dir, options.csvOf);
  return claimedJournal(dir, options.clock, async (journal) => {
    const on = await readCampaign(dir);
    const reasons = await gateReasons({ on, checks, summary: await summarizeCampaign(on) });
    if (reasons.length > 0) return { reasons };
    const personal: PersonalText[] = options.personal.map((text) => ({ kind: 'personal', text }));
    const secrets = await secretsOf({ manifest: on.campaign.manifest, file: join(dir, 'manifest.yaml') }, options.env);
    const redactor = new Redactor({ secrets, personal: [...operator(), ...personal], protocol: await protocolText(on) });
    const { license, csvOf } = options;
    return { reasons: [], bundle: await appear(out, (to) => makeBundle(to, { on, journal, checks, redactor, csvOf, license })) };
  });
}

/** The bundle's place. @throws UserError where something else is, or where the bundle would be part of its own campaign */
async function freeOut(dir: string, given: string): Promise<string> {
  const out = resolve(given);
  if (isWithin(out, resolve(dir))) throw new UserError('CLEANSLATE_OUT', 'is among the evidence of the campaign', { where: given, hint: 'write the bundle elsewhere' });
  const names = await readdir(out).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unusable(given, error);
  });
  if (names.length > 0) throw new UserError('CLEANSLATE_OUT_NOT_EMPTY', 'is there already', { where: given, hint: 'give --out a directory that is not there yet: what was published is not overwritten' });
  return out;
}

/** Makes a directory under another name, and gives it its own when it is complete. */
async function appear<T>(out: string, make: (to: string) => Promise<T>): Promise<T> {
  const incoming = join(dirname(out), `.${basename(out)}.incoming`);
  try {
    await rm(incoming, { recursive: true, force: true });
    await mkdir(incoming, { recursive: true });
    const made = await make(incoming);
    await rename(incoming, out);
    return made;
  } catch (error) {
    await rm(incoming, { recursive: true, force: true }).catch(() => undefined);
    throw typeof (error as NodeJS.ErrnoException | null)?.syscall === 'string' ? unusable(out, error) : error;
  }
}

const unusable = (out: string, cause: unknown): UserError => new UserError('CLEANSLATE_OUT', `cannot be written: ${messageOf(cause)}`, { where: out, hint: 'give another --out', cause });
