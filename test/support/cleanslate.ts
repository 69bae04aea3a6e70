import { execa } from 'execa';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { temporaryDirectory } from './temporary.js';
import { register } from './test-run.js';

export const PROGRAM = join(import.meta.dirname, '../../bin/cleanslate.js');

export interface Finished {
  exitCode: number | undefined;
  stdout: string;
  stderr: string;
}

/** Starts the built program as a user would; `make build` comes first. */
export function start(args: readonly string[], env: Record<string, string> = {}, cwd = process.cwd()) {
  const started = execa(process.execPath, [PROGRAM, ...args], { reject: false, env, cwd, stdin: 'ignore' });
  register(started.pid);
  return started;
}

export async function cleanslate(args: readonly string[], env: Record<string, string> = {}, cwd?: string): Promise<Finished> {
  const { exitCode, stdout, stderr } = await start(args, env, cwd);
  return { exitCode, stdout, stderr };
}

/** A manifest in a file of its own, gone when the test is over. */
export function manifestFile(manifest: unknown, folder = temporaryDirectory()): string {
  const file = join(folder, 'manifest.yaml');
  writeFileSync(file, typeof manifest === 'string' ? manifest : stringify(manifest));
  return file;
}

export const LIMITS = { agent_seconds: 30, memory_mb: 512, cpus: 1, pids: 128 };

/** A small campaign of control agents: `runs` × profiles × configurations trials. */
export const controls = (configurations: readonly string[], profiles: readonly string[], runs: number): Record<string, unknown> => ({
  campaign: 'small',
  runs,
  limits: LIMITS,
  tasks: [{ scenario: 'short', profiles }],
  configurations: configurations.map((id) => ({ id, agent: `control/${id}` })),
});

/** One program as the only agent. */
export const commandCampaign = (command: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  campaign: 'program',
  runs: 1,
  limits: LIMITS,
  tasks: [{ scenario: 'short', profiles: ['handoff'] }],
  configurations: [{ id: 'program', agent: 'command', command }],
  ...more,
});

/** The lines of a JSON Lines text. */
export const jsonLines = (text: string): Record<string, unknown>[] =>
  text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
