import { expect } from 'vitest';
import { cleanslate } from './cleanslate.js';

/** Replays a trial of a campaign from its recording, and expects that it does the same. @returns what was told */
export async function expectReplayed(dir: string, trial: string): Promise<string> {
  const { exitCode, stdout, stderr } = await cleanslate(['replay', dir, trial, '--all']);
  expect({ trial, exitCode, told: exitCode === 0 ? '' : stdout + stderr }).toEqual({ trial, exitCode: 0, told: '' });
  expect(stdout).toMatch(/\nstarting state: the same, \S+\nequal: /);
  return stdout;
}
