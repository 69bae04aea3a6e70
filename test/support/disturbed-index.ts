import { expect } from 'vitest';
import { cleanslate, start, type Finished } from './cleanslate.js';
import { journalOf, sealedIn, untilUnderWay } from './journal.js';

/** An engine that a test may take away. */
export interface LosableEngine {
  /** Its address; another one when it was brought back, where it is reached another way then. */
  address(): string;
  lose(): void | Promise<void>;
  bringBack(): void | Promise<void>;
}

/** After how many sealed attempts the harness is killed, and after how many the engine is lost. */
export interface Disturbance {
  killAfter: number;
  loseAfter: number;
}

/**
 * Locks and runs a manifest on an engine, kills the harness in the middle, takes the engine away in the middle of the rest, and runs it
 * to its end. What was finished before either is still there, as it was.
 * @returns the last run
 */
export async function runDisturbed(file: string, dir: string, engine: LosableEngine, { killAfter, loseAfter }: Disturbance, more: readonly string[] = []): Promise<Finished> {
  const env = (): Record<string, string> => ({ DOCKER_HOST: engine.address() });
  const args = ['run', file, '--engine', 'docker', '--out', dir, '--concurrency', '2', ...more];
  expect(await cleanslate(['lock', file, '--engine', 'docker'], env())).toMatchObject({ exitCode: 0 });

  const killed = start(args, env());
  await untilUnderWay(dir, killAfter);
  killed.kill('SIGKILL');
  await killed;
  const beforeKill = sealedIn(dir);

  const bereft = start(args, env());
  await untilUnderWay(dir, loseAfter);
  await engine.lose();
  const { exitCode, stderr } = await bereft;
  expect({ exitCode, lost: stderr.includes('the container engine was lost') }).toEqual({ exitCode: 3, lost: true });
  const beforeLoss = sealedIn(dir);
  expect(beforeLoss.slice(0, beforeKill.length)).toEqual(beforeKill);
  await engine.bringBack();

  const last = await cleanslate(args, env());
  expect({ exitCode: last.exitCode, why: last.exitCode === 0 ? '' : last.stderr }).toEqual({ exitCode: 0, why: '' });
  expect(sealedIn(dir).slice(0, beforeLoss.length)).toEqual(beforeLoss);
  const interrupted = journalOf(dir).filter(({ type }) => type === 'attempt.interrupted');
  expect(interrupted.length).toBeGreaterThanOrEqual(2);
  return last;
}
