import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtinAdapters } from '../../agents/registry.js';
import { CAMPAIGN_FILE, TRIALS_DIR } from '../../evidence/layout.js';

/** Where `run` puts campaigns that are given no directory. */
const CAMPAIGNS = 'campaigns';

/**
 * The values there are for an argument or option, by its name; none where only the user knows.
 * @param words of the command line so far: a trial is one of the campaign that they name
 */
export function valuesOf(argument: string, words: readonly string[]): string[] {
  if (argument === 'agent') return builtinAdapters().map(({ id }) => id);
  if (argument === 'dir') return foldersIn(CAMPAIGNS).map((name) => `${CAMPAIGNS}/${name}`).filter(isCampaign);
  if (!argument.startsWith('trial')) return [];
  const campaign = words.find(isCampaign);
  return campaign === undefined ? [] : foldersIn(join(campaign, TRIALS_DIR));
}

const isCampaign = (path: string): boolean => existsSync(join(path, CAMPAIGN_FILE));

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name).sort();
  } catch {
    return [];
  }
}
