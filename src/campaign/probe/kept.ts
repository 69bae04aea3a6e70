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

/** An agent's latest result. `drift`: in what it is about something else than the agent that is asked for, in words; empty where it counts. */
export interface KeptProbe {
  /** As it lies on the disk. */
  text: string;
  result: ProbeResult;
  drift: string[];
}

/** What is kept of an agent, held against this very image, version and table; undefined where there is nothing that can be read. */
export async function keptProbe(adapter: AgentAdapter, image: ImageOf | undefined): Promise<KeptProbe | undefined> {
  const text = await readFile(join(directory(), `${adapter.id}.json`), 'utf8').catch(() => undefined);
  const result = text === undefined ? undefined : parsed(text);
  if (text === undefined || result?.agent !== adapter.id) return undefined;
  const drift = [
    ...(result.version === adapter.version ? [] : [`version ${result.version}`]),
    ...(image && image.digest !== null && result.image === image.digest ? [] : ['another image']),
    ...(result.table === tableDigest(adapter) ? [] : ['another state table']),
  ];
  return { text, result, drift };
}

/** A file of another version of this program says nothing. */
function parsed(text: string): ProbeResult | undefined {
  try {
    return probeResult.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
