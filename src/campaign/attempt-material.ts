import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../common/digest.js';
import { MATERIAL_DIR, MATERIAL_LIST } from '../evidence/layout.js';

/** One thing that an attempt started from, as the campaign's directory has it now. */
export interface UsedMaterial {
  /** `workspace`, `agent`, `prompt`, … */
  use: string;
  /** Its name in material/. */
  sha256: string;
  /** Undefined where it is not there. */
  bytes: Buffer | undefined;
  /** The bytes are not those that the name stands for. */
  changed: boolean;
}

/** Reads what an attempt's material.jsonl refers to. Nothing is refused here: what is missing or changed is said. */
export async function attemptMaterial(campaignDir: string, attemptDir: string): Promise<UsedMaterial[]> {
  const list = await readFile(join(attemptDir, MATERIAL_LIST), 'utf8').catch(() => '');
  const lines = list.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as { sha256: string; use: string });
  return Promise.all(lines.map(async ({ sha256: digest, use }) => {
    const bytes = await readFile(join(campaignDir, MATERIAL_DIR, digest)).catch(() => undefined);
    return { use, sha256: digest, bytes, changed: bytes !== undefined && sha256(bytes) !== digest };
  }));
}
