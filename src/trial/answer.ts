import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import tarStream from 'tar-stream';
import type { Outcome } from '../agents/adapter.js';
import { all } from '../common/all.js';
import type { Inventory } from '../common/inventory.js';
import { sessionDir } from '../evidence/layout.js';
import { HOME, WORKSPACE } from '../sandbox/layout.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { readTrace } from '../trace/read-trace.js';

/** No answer is longer; of a longer output the end is looked at, and the evidence says so. Bytes. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export interface Output {
  outcome: Outcome;
  /** Standard output was longer than an answer can be. */
  cut: boolean;
}

/**
 * What is left when the agent has ended, as its adapter looks at it.
 * @param dir where the attempt's raw files are
 */
export async function outcomeOf(dir: string, exit_code: number | null, model: string | null, sandbox: Sandbox, after: Inventory): Promise<Output> {
  const { bytes, cut } = await tail(join(dir, sessionDir(1), 'stdout'));
  const file = (path: string): Promise<Uint8Array | undefined> =>
    readOne(sandbox, after, path.startsWith('~/') ? `${HOME}/${path.slice(2)}` : `${WORKSPACE}/${path}`);
  const stderr = await tail(join(dir, sessionDir(1), 'stderr'));
  return { outcome: { exit_code, stdout: bytes, stderr: stderr.bytes, model, events: await all(readTrace(join(dir, 'trace.jsonl'))), file }, cut };
}

async function tail(path: string): Promise<{ bytes: Buffer; cut: boolean }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, MAX_ANSWER_BYTES);
    const bytes = Buffer.alloc(length);
    await file.read(bytes, 0, length, size - length);
    return { bytes, cut: size > length };
  } finally {
    await file.close();
  }
}

async function readOne(sandbox: Sandbox, after: Inventory, path: string): Promise<Uint8Array | undefined> {
  const entry = after.entries.find((one) => one.path === path);
  if (entry?.type !== 'file' || entry.size > MAX_ANSWER_BYTES) return undefined;
  const unpack = (await sandbox.read([path])).pipe(tarStream.extract());
  // Awaited here: leaving the loop ends the archive, with what is read of it.
  for await (const one of unpack) return await buffer(one);
  return undefined;
}
