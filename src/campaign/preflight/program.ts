import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AgentAdapter } from '../../agents/adapter.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import type { Exit, Sandbox, SandboxProvider } from '../../sandbox/sandbox.js';
import type { PlannedTrial } from '../../trial/planned.js';
import { joinTars } from '../../trial/seed/tar.js';
import type { Cause } from './record.js';

/** A CLI that only has to say its version. */
const DEADLINE_MS = 60_000;

export interface ProgramCheck {
  argv: string;
  /** The version it says; null where it was not asked or did not say. */
  said: string | null;
  cause: Cause | null;
}

/** What `findProgram` needs of an attempt's surroundings. */
export interface ProgramPlace {
  provider: SandboxProvider;
  image: string;
  campaign: string;
  /** Of the trial: what its sandbox starts from. */
  seed: readonly [workspace: Buffer, agent: Buffer];
}

/**
 * Looks in a sandbox of the configuration's image whether its program is there, and whether it is the pinned version where
 * it can say so. What it printed is kept below `program/`.
 * @throws HarnessError where no sandbox can be made
 */
export async function findProgram(trial: PlannedTrial, place: ProgramPlace, store: AttemptStore): Promise<ProgramCheck> {
  const { adapter } = trial;
  const argv = programOf(trial);
  const { stdout, stderr, exit } = await runOnce(trial, place, adapter.can ? [argv, '--version'] : ['/bin/sh', '-c', 'command -v -- "$0"', argv]);
  await store.write('program/stdout', stdout);
  await store.write('program/stderr', stderr);
  const said = adapter.can ? versionIn(stdout.toString()) : null;
  return { argv, said, cause: missing(argv, trial, exit) ?? unlikePinned(adapter, said, exit, stderr.toString()) };
}

/** The first word of the command line that a turn starts; of `command`, the one that the manifest names. */
function programOf({ adapter, configuration, settings, prompt }: PlannedTrial): string {
  const argv = adapter.id === 'command' ? (configuration.command?.['argv'] as string[]) : adapter.command({ ...settings, prompt, number: 1 }, { home: '', workspace: '', programs: '', inside: (path) => path }).argv;
  return argv[0] ?? '';
}

async function runOnce({ id, limits }: PlannedTrial, { provider, image, campaign, seed }: ProgramPlace, argv: string[]): Promise<{ stdout: Buffer; stderr: Buffer; exit: Exit }> {
  const sandbox: Sandbox = await provider.create({ image, limits, purpose: { campaign, trial: id, attempt: 1 } });
  try {
    await sandbox.seed(Readable.from(joinTars([seed[0]], seed[1])));
    const running = await sandbox.start(argv, { env: {}, deadline_ms: DEADLINE_MS, cwd: WORKSPACE });
    const [stdout, stderr, exit] = await Promise.all([buffer(running.stdout), buffer(running.stderr), running.exit]);
    return { stdout, stderr, exit };
  } finally {
    await sandbox.destroy();
  }
}

function missing(argv: string, { adapter }: PlannedTrial, { code }: Exit): Cause | null {
  // `command -v` says so with 1 or 127, depending on the shell; who starts a program, with 126 or 127.
  if (adapter.can ? code !== 126 && code !== 127 : code === 0) return null;
  if (adapter.can && adapter.id !== 'cursor-agent') return { by: 'harness', kind: 'program-missing', message: `its image \`${adapter.image}\` has no program \`${argv}\` that can be started` };
  return { by: 'user', kind: 'program-missing', message: `there is no program \`${argv}\` in its sandbox (image \`${adapter.image}\`)` };
}

/** Of what a user brings, no version is pinned. */
function unlikePinned({ can, version }: AgentAdapter, said: string | null, { code, reason }: Exit, stderr: string): Cause | null {
  if (!can) return null;
  if (reason !== 'exit') return { by: 'harness', kind: 'program-failed', message: `asked for its version, it ended by ${reason}` };
  if (!/^\d/.test(version)) return null;
  if (said === version) return null;
  if (said === null) return { by: 'harness', kind: 'program-failed', message: `asked for its version, it gave exit code ${String(code)} and none: ${stderr.trim().slice(-300)}` };
  return { by: 'harness', kind: 'version-mismatch', message: `the program in its image is ${said}, pinned is ${version}` };
}

const versionIn = (text: string): string | null => /(?:^|[^0-9.])v?(\d+\.\d+(?:\.\d+)*(?:-[0-9A-Za-z.-]+)?)/m.exec(text)?.[1]?.replace(/\.$/, '') ?? null;
