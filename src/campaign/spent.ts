import { z } from 'zod';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalEntry } from '../evidence/journal.js';
import { attemptDir } from '../evidence/layout.js';
import { sealedPreflights } from './preflight/preflight.js';

const record = z.looseObject({ spent: z.object({ tokens: z.number(), cost_usd: z.number() }).nullish() });

/** What the attempts of earlier runs of a campaign have used of its caps, valid or not, and what its preflights have. */
export async function spentSoFar(dir: string, entries: readonly JournalEntry[]): Promise<{ tokens: number; cost_usd: number }> {
  const sum = { tokens: 0, cost_usd: 0 };
  const attempts = entries.flatMap((entry) => (entry.type === 'attempt.sealed' || entry.type === 'attempt.interrupted' ? [attemptDir(dir, entry.trial, entry.attempt)] : []));
  const preflights = (await sealedPreflights(dir)).map(({ path }) => join(dir, path));
  for (const folder of [...preflights, ...attempts]) {
    const text = await readFile(join(folder, 'attempt.json'), 'utf8').catch(() => '{}');
    const { spent } = record.parse(JSON.parse(text));
    sum.tokens += spent?.tokens ?? 0;
    sum.cost_usd += spent?.cost_usd ?? 0;
  }
  return sum;
}
