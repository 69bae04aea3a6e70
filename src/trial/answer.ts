import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import tarStream from 'tar-stream';
import type { Outcome } from '../agents/adapter.js';
import type { Inventory } from '../common/inventory.js';
import { outputFile } from '../evidence/layout.js';
import { HOME, WORKSPACE } from '../sandbox/layout.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { TraceEvent } from '../trace/events.js';

/** No answer is longer; of a longer output the end is looked at, and the evidence says so. Bytes. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The sign of an agent whose answer is longer than that. */
export const ANSWER_TOO_LARGE = 'answer-too-large';

export interface Output {
  outcome: Outcome;
  /** Standard output was longer than an answer can be. */
  cut: boolean;
  /** Files that were looked at for the answer and are longer than one can be. */
  too_large: readonly string[];
}

export interface TurnEnd {
  /** Where the attempt's raw files are. */
  dir: string;
  session: number;
  turn: number;
  exit_code: number | null;
  model: string | null;
  events: readonly TraceEvent[];
  /** The session's files, where all of its processes have ended. */
  left?: { sandbox: Sandbox; after: Inventory };
}

/** What is left when a turn has ended, as its agent's adapter looks at it. */
export async function outcomeOfTurn({ dir, session, turn, exit_code, model, events, left }: TurnEnd): Promise<Output> {
  const { bytes, cut } = await tail(join(dir, outputFile(session, turn, 'stdout')));
  const stderr = await tail(join(dir, outputFile(session, turn, 'stderr')));
  const too_large: string[] = [];
  const file = async (path: string): Promise<Uint8Array | undefined> => {
    if (!left) return undefined;
    const inside = path.startsWith('~/') ? `${HOME}/${path.slice(2)}` : `${WORKSPACE}/${path}`;
    const entry = left.after.entries.find((one) => one.path === inside);
    if (entry?.type !== 'file') return undefined;
    if (entry.size <= MAX_ANSWER_BYTES) return readOne(left.sandbox, inside);
    too_large.push(path);
    return undefined;
  };
  return { outcome: { exit_code, stdout: bytes, stdout_cut: cut, stderr: stderr.bytes, model, events, file }, cut, too_large };
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

async function readOne(sandbox: Sandbox, path: string): Promise<Uint8Array | undefined> {
  const unpack = (await sandbox.read([path])).pipe(tarStream.extract());
  // Awaited here: leaving the loop ends the archive, with what is read of it.
  for await (const one of unpack) return await buffer(one);
  return undefined;
}
