import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signal } from '../../agents/adapter.js';
import { canaryInFile } from './canary.js';

/**
 * Searches what an attempt showed (its trace, its wire, what passed between it and its services, what was printed) for canaries of earlier ones, its own sessions among them. What it
 * started from was searched before it began.
 * @param dir the attempt's files, all written
 * @param attempt what it is called: `<campaign>/<trial>/attempt-<n>`
 */
export async function canarySignals(dir: string, attempt: string): Promise<Signal[]> {
  const names = (await readdir(dir, { recursive: true })).filter((name) => /^(?:trace|wire|services)\.jsonl$|^session-\d+\/(?:services\/[^/]+\/)?(?:stdout|stderr|warmup)[^/]*$/.test(name)).sort();
  const signals: Signal[] = [];
  for (const name of names) {
    const origin = await canaryInFile(join(dir, name));
    if (origin !== undefined) signals.push({ blame: 'harness', kind: 'canary', message: `what ${origin} left was seen by ${attempt}: its canary is in ${name}` });
  }
  return signals;
}
