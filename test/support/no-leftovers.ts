import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOwner } from '../../src/common/owner.js';
import { discover } from '../../src/sandbox/discover.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { processesWith } from './processes.js';
import { beginRun, endRun, LEFTOVERS, markOf, registered, type TestRun } from './test-run.js';

/**
 * Around all tests: a temp directory of their own, and afterwards a look at what they left there, in the engine and among the
 * processes. Something left fails the run. Other runs on the same machine are not looked at.
 */
export default function watchOver(): () => Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'checks-'));
  // As the machine's own: sandboxed programs, and whole harnesses of other users, have to get to and make directories.
  chmodSync(dir, 0o711);
  const run = beginRun(dir);
  chmodSync(run.tmp, 0o1777);
  return async () => {
    const left = [...temporaryFiles(run), ...(await containers(run)), ...processes(run)];
    endRun(run);
    if (left.length === 0) return;
    process.exitCode = 1;
    process.env[LEFTOVERS] = 'yes';
    throw new Error(`the tests left behind:\n  ${left.join('\n  ')}`);
  };
}

const temporaryFiles = ({ tmp }: TestRun): string[] => readdirSync(tmp).map((name) => `temporary ${name}`);

async function containers(run: TestRun): Promise<string[]> {
  const { engine } = await discover('auto');
  if (engine.kind === 'local') return [];
  const pids = registered(run);
  const { docker, close } = await connect(engine.endpoint);
  const all = await docker.listContainers({ all: true, filters: { label: ['cleanslate.owner'] } });
  close();
  return all
    .filter(({ Labels }) => pids.has(parseOwner(Labels['cleanslate.owner'] ?? '')?.pid ?? 0))
    .map(({ Names, Image, Status }) => `container ${Names.join(' ')} of ${Image}, ${Status}`);
}

/** Vitest's own workers end after this; they are registered, and what the tests started is not. */
function processes(run: TestRun): string[] {
  const pids = registered(run);
  return processesWith(markOf(run), 'environ').filter(({ pid }) => !pids.has(pid)).map(({ pid, command }) => `process ${String(pid)}: ${command}`);
}
