import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestEntries } from '../../src/common/inventory.js';
import { HOME, WORKSPACE } from '../../src/sandbox/layout.js';
import { endingCases } from './cases/ending.js';
import { environmentCases } from './cases/environment.js';
import { execCases } from './cases/exec.js';
import { inventoryCases } from './cases/inventory.js';
import { isolationCases } from './cases/isolation.js';
import { lifecycleCases } from './cases/lifecycle.js';
import { limitCases } from './cases/limits.js';
import { readCases } from './cases/read.js';
import { ODD_SEED, seedCases } from './cases/seed.js';
import { streamCases } from './cases/streams.js';
import { type Subject, subjects } from './subject.js';
import { inSandbox, run, shell } from './tools.js';

/** The one suite that every provider passes. */
const cases = { seedCases, streamCases, environmentCases, execCases, endingCases, inventoryCases, readCases, limitCases, isolationCases, lifecycleCases };

for (const { name, why } of subjects) if (why !== undefined) process.stderr.write(`\nSKIPPED: sandbox conformance of ${name}: ${why}\n`);

describe.each(subjects)('$name', ({ open }) => {
  describe.skipIf(open === undefined)('is a sandbox', { concurrent: true }, () => {
    let subject: Subject;
    beforeAll(async () => {
      if (open !== undefined) subject = await open();
    });
    afterAll(() => subject.provider.close());
    for (const register of Object.values(cases)) register(() => subject);
  });
});

test('all of them show the same state for the same seed and the same work', async () => {
  const states = new Map<string, { seeded: string; worked: string }>();
  for (const { name, open } of subjects) {
    if (open === undefined) continue;
    const subject = await open();
    await inSandbox(
      subject,
      async (sandbox) => {
        const seeded = digestEntries((await sandbox.inventory([HOME, WORKSPACE])).entries);
        const work = 'umask 027; echo done > made; chmod 600 plain; mkdir -p ~/.cache/x; ln -s ../away link; rm old; mkfifo pipe';
        expect((await run(sandbox, shell(work))).stderr).toBe('');
        states.set(name, { seeded, worked: digestEntries((await sandbox.inventory([HOME, WORKSPACE])).entries) });
      },
      ODD_SEED,
    );
    await subject.provider.close();
  }
  const [first, ...others] = [...states.values()];
  for (const other of others) expect(other).toEqual(first);
  expect(first?.seeded).not.toBe(first?.worked);
});
