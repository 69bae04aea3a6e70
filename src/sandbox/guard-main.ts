import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveness, type Owner, parseOwner } from '../common/owner.js';
import type { GuardMessage, Protection } from './guard.js';

/** The guard's own process, see guard.ts. Argument: the owner to outlive. Standard input: one message a line, until that process ends. */

/** A process that closed its pipe is dying or ending; the kernel needs a moment to say so. */
const DEATH_PATIENCE_MS = 3_000;

async function main(): Promise<void> {
  const owner = parseOwner(process.argv[2] ?? '');
  const protections = await untilEnd();
  if (owner === undefined || protections.length === 0 || !(await isDead(owner))) return;
  await Promise.all(protections.map((protection) => run(protection, owner)));
}

async function untilEnd(): Promise<Protection[]> {
  const protections = new Map<number, Protection>();
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line) as GuardMessage;
    if ('protect' in message) protections.set(message.protect.id, message.protect);
    else protections.delete(message.release);
  }
  return [...protections.values()];
}

async function isDead(owner: Owner): Promise<boolean> {
  for (const end = performance.now() + DEATH_PATIENCE_MS; performance.now() < end; await sleep(20)) {
    if (liveness(owner) === 'dead') return true;
  }
  return false;
}

async function run({ module, argument }: Protection, owner: Owner): Promise<void> {
  const { reapAfter } = (await import(module)) as { reapAfter: (owner: Owner, argument: unknown) => Promise<void> };
  await reapAfter(owner, argument);
}

// Nobody is left to hear of a failure; the next harness's reaper will meet what could not be removed.
main().catch(() => {
  process.exitCode = 1;
});
