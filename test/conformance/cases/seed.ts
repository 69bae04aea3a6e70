import { userInfo } from 'node:os';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { pack } from 'tar-stream';
import { HarnessError } from '../../../src/common/errors.js';
import { localUser } from '../../../src/sandbox/local/user.js';
import { WORKSPACE } from '../../../src/sandbox/layout.js';
import type { Subject } from '../subject.js';
import { inSandbox, run, SEEDED, type SeedEntry, shell } from '../tools.js';

const at = (path: string): string => `${WORKSPACE.slice(1)}/${path}`;

/** All that seeds may hold. */
export const ODD_SEED: SeedEntry[] = [
  { name: at('plain'), content: 'plain\n' },
  { name: at('old'), content: 'to be removed' },
  { name: at('tool.sh'), content: '#!/bin/sh\necho tool\n', mode: 0o755 },
  { name: at('secret'), content: 'x', mode: 0o600 },
  { name: at('locked'), type: 'directory', mode: 0o555 },
  { name: at('locked/file'), content: 'in a directory that forbids writing', mode: 0o444 },
  { name: at('dangling'), type: 'symlink', linkname: '../../nowhere' },
  { name: at('d with space/ünï\n"quoted"'), content: 'odd' },
  { name: at(`long/${'n'.repeat(120)}/${'m'.repeat(120)}`), content: 'long name' },
  { name: at('back\\slash'), content: 'odd' },
  { name: at('empty'), content: '' },
];

/** Without isolation, the user is whom this machine has for sandboxed programs. */
function ids(): { name: string; uid: number } {
  const { uid, dropped } = localUser();
  return { uid, name: dropped ? 'UNKNOWN' : userInfo().username };
}

export function seedCases(subject: () => Subject): void {
  test('a seed arrives with its bytes, modes, links, names and times, and belongs to the user', async () => {
    await inSandbox(
      subject(),
      async (sandbox) => {
        const script = './tool.sh; cat plain; stat -c "%A %a %U" secret locked/file; readlink dangling; cat "d with space/"*; stat -c %Y plain locked; id -u';
        const { stdout } = await run(sandbox, shell(script));
        const user = sandbox.isolation === 'none' ? ids() : { name: 'dev', uid: 1000 };
        const time = SEEDED.getTime() / 1000;
        expect(stdout).toBe(
          `tool\nplain\n-rw------- 600 ${user.name}\n-r--r--r-- 444 ${user.name}\n../../nowhere\nodd${String(time)}\n${String(time)}\n${String(user.uid)}\n`,
        );
      },
      ODD_SEED,
    );
  });

  test('a seed that is no tar, or is cut short, is an error', async () => {
    const sandbox = await subject().provider.create(subject().spec);
    try {
      await expect(sandbox.seed(Readable.from([Buffer.alloc(2048, 'no tar')]))).rejects.toBeInstanceOf(HarnessError);
    } finally {
      await sandbox.destroy();
    }
  });

  test('nothing is seeded into a sandbox that has started', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await run(sandbox, ['true']);
      const tar = pack();
      tar.finalize();
      await expect(sandbox.seed(tar as unknown as Readable)).rejects.toBeInstanceOf(HarnessError);
    });
  });
}
