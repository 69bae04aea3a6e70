import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentAdapter } from '../../agents/adapter.js';
import { cacheDirectory } from '../../common/cache-directory.js';
import { pretty } from '../../common/json.js';
import { writeAtomic } from '../../evidence/write.js';
import type { ImageOf } from '../machine.js';
import { probeResult, tableDigest, type ProbeResult } from './result.js';

/** One file for each agent. */
const directory = (): string => cacheDirectory('probes');

/** Keeps an agent's latest result for the campaigns of this machine. */
export async function keepProbe(result: ProbeResult): Promise<void> {
  await mkdir(directory(), { recursive: true });
  await writeAtomic(join(directory(), `${result.agent}.json`), pretty(result));
}

/**
 * The text of an agent's latest result, where it is about this very image, version and table; undefined where there is none, or
 * one about something else.
 */
export async function keptProbe(adapter: AgentAdapter, image: ImageOf | undefined): Promise<string | undefined> {
  const text = await readFile(join(directory(), `${adapter.id}.json`), 'utf8').catch(() => undefined);
  const result = text === undefined ? undefined : parsed(text);
  if (result === undefined || !image || image.digest === null) return undefined;
  const isAbout = result.agent === adapter.id && result.version === adapter.version && result.image === image.digest && result.table === tableDigest(adapter);
  return isAbout ? text : undefined;
}

/** A file of another version of this program says nothing. */
function parsed(text: string): ProbeResult | undefined {
  try {
    return probeResult.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
