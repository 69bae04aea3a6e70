import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { LocalProvider } from '../../src/sandbox/local.js';
import type { ConfinementName } from '../../src/sandbox/local/choose.js';

/** Starts a sandbox below `parent` that forks away from everything, says its id, and waits to be killed. */
export default async function abandonedSandbox([confinement, parent = '', counter = '']: [ConfinementName, string?, string?]): Promise<void> {
  const provider = await LocalProvider.open({ confinement, parent });
  const sandbox = await provider.create({ image: '', limits: { memory_mb: 512, cpus: 1, pids: 64 }, purpose: { campaign: 'c', trial: 't', attempt: 1 } });
  const tar = pack();
  tar.entry({ name: 'opt/agent/forks.mjs' }, readFileSync(join(process.cwd(), 'test/agents/forks.mjs')));
  tar.finalize();
  await sandbox.seed(tar as unknown as Readable);
  const { stdout, stderr } = await sandbox.start(['node', sandbox.inside('/opt/agent/forks.mjs'), counter]);
  stderr.resume();
  for await (const _ of stdout) process.stdout.write(`${sandbox.id}\n`);
}
