import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const asRoot = process.getuid?.() === 0;
const ORDINARY = 12_345;

/** Whether everybody may get to this checkout: another user has to read it. */
function isOpen(): boolean {
  const parts = process.cwd().split('/').slice(1);
  return parts.every((_, at) => (statSync(`/${parts.slice(0, at + 1).join('/')}`).mode & 0o005) === 0o005);
}

async function drive(confinement: string, uid?: number): Promise<Record<string, unknown>> {
  accessSync(join(process.cwd(), 'test/children/local-sandbox.ts'), constants.R_OK);
  const user = uid === undefined ? {} : { uid, gid: uid };
  const { stdout } = await execa('node', ['test/support/run-typescript.mjs', 'test/children/local-sandbox.ts', confinement], user);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test.skipIf(asRoot && !isOpen()).each(['bubblewrap', 'pid-namespace', 'plain'])(
  '%s works for a user without any rights, and shows the same state as for root',
  async (confinement) => {
    const ordinary = await drive(confinement, asRoot ? ORDINARY : undefined);
    const counts = ordinary['counts'] as number[];
    expect(ordinary).toMatchObject({ reason: 'deadline', said: [expect.any(String), 'seeded2', ''] as unknown });
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
    if (asRoot) expect((await drive(confinement))['seeded']).toBe(ordinary['seeded']);
  },
);
