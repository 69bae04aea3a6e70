import { chmodSync, readdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { LocalProvider } from '../../src/sandbox/local.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { processesWith } from '../conformance/tools.js';
import { temporaryDirectory } from '../support/temporary.js';

const spec = { image: '', limits: { memory_mb: 512, cpus: 1, pids: 64 }, purpose: { campaign: 'c', trial: 't', attempt: 1 } };

async function codeOf(sandbox: Sandbox, program: string): Promise<number | null> {
  const { exit, stdout, stderr } = await sandbox.exec([program]);
  stdout.resume();
  stderr.resume();
  return (await exit).code;
}

test.each(['bubblewrap', 'pid-namespace', 'plain'] as const)('%s: what a killed harness left is removed, what belongs to a living one is not', async (confinement) => {
  const base = temporaryDirectory();
  chmodSync(base, 0o711);
  const parent = join(base, 'workspaces');
  const counter = `counter-${randomBytes(8).toString('hex')}`;
  const harness = execa('node', ['test/support/run-typescript.mjs', 'test/children/abandoned-sandbox.ts', confinement, parent, counter], { reject: false });
  const [id] = (await once(createInterface(harness.stdout), 'line')) as [string];
  harness.kill('SIGKILL');
  await harness;
  expect(id).toMatch(/^w-/);

  const provider = await LocalProvider.open({ confinement, parent });
  const own = await provider.create(spec);
  await own.hold();
  const [removed, again] = await Promise.all([provider.reap(), provider.reap()]);
  expect(removed.join('\n')).toContain(id);
  expect([...removed, ...again].join('\n')).not.toContain(own.id);
  expect(processesWith(counter)).toEqual([]);
  expect(readdirSync(parent).filter((name) => name.startsWith('w-')).sort()).toEqual([own.id, `${own.id}.owner`]);
  expect(await codeOf(own, 'true')).toBe(0);

  await own.destroy();
  await provider.close();
  expect(readdirSync(base)).toEqual([]);
});

test('one harness that is done takes nothing away from another that goes on, or may start', async () => {
  const base = temporaryDirectory();
  chmodSync(base, 0o711);
  const parent = join(base, 'workspaces');
  const [first, second] = [await LocalProvider.open({ parent }), await LocalProvider.open({ parent })];
  await first.close();
  const sandbox = await second.create(spec);
  await sandbox.hold();
  expect(await codeOf(sandbox, 'true')).toBe(0);
  await sandbox.destroy();
  await second.close();
  expect(readdirSync(base)).toEqual([]);
});
