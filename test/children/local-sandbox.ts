import { text } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import type { Readable } from 'node:stream';
import { digestEntries } from '../../src/common/inventory.js';
import { LocalProvider } from '../../src/sandbox/local.js';
import type { ConfinementName } from '../../src/sandbox/local/choose.js';

/** Drives one local sandbox through all it can do, as whoever runs this process, and prints what came of it as JSON. */
export default async function localSandbox([confinement]: [ConfinementName]): Promise<void> {
  const provider = await LocalProvider.open({ confinement });
  const sandbox = await provider.create({ image: '', limits: { memory_mb: 2048, cpus: 1, pids: 64 }, purpose: { campaign: 'c', trial: 't', attempt: 1 } });
  await sandbox.seed(seed());
  const seeded = digestEntries((await sandbox.inventory(['/home/dev', '/home/projects/app'])).entries);
  await sandbox.hold();
  const script = 'id -u; cat note; trap "" TERM; (setsid sh -c "trap \'\' TERM; while :; do echo x >> count; sleep 0.01; done" &); mkdir shut; chmod 0 shut; node -p 1+1';
  const first = await sandbox.exec(['sh', '-c', script]);
  const [said] = await Promise.all([text(first.stdout), text(first.stderr), first.exit]);
  const hung = await sandbox.exec(['sh', '-c', 'trap "" TERM; while :; do sleep 1; done'], { deadline_ms: 500 });
  const [, , { reason }] = await Promise.all([text(hung.stdout), text(hung.stderr), hung.exit]);
  const count = async (): Promise<number | undefined> =>
    (await sandbox.inventory(['/home/projects/app'])).entries.find(({ path }) => path.endsWith('/count'))?.size;
  const counts = [await count(), await new Promise((resolve) => setTimeout(resolve, 200)).then(count)];
  await sandbox.destroy();
  await provider.close();
  process.stdout.write(JSON.stringify({ uid: process.getuid?.(), seeded, said: said.split('\n'), reason, counts, facts: await provider.describe() }));
}

function seed(): Readable {
  const tar = pack();
  for (const name of ['home/dev', 'home/projects/app']) tar.entry({ name, type: 'directory', mode: 0o755, uid: 1000, gid: 1000 });
  tar.entry({ name: 'home/projects/app/note', mode: 0o400, uid: 1000, gid: 1000 }, 'seeded');
  tar.finalize();
  return tar as unknown as Readable;
}
