import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { HarnessError } from '../../../src/common/errors.js';
import type { Subject } from '../subject.js';
import { agent, hears, inSandbox, runNext, shell } from '../tools.js';

export function execCases(subject: () => Subject): void {
  test('turns run one after the other in the same sandbox, each with its own streams and end', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      const first = await runNext(sandbox, shell('cat > kept; echo first; exit 4'), { stdin: Buffer.from('note') });
      expect(first).toMatchObject({ stdout: 'first\n', stderr: '', exit: { reason: 'exit', code: 4 } });
      expect(await runNext(sandbox, shell('cat kept; kill -TERM $$'))).toMatchObject({ stdout: 'note', exit: { signal: 'SIGTERM', code: null } });
    });
  });

  test('a later turn shares processes and network with an earlier one', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      const port = String(randomInt(20_000, 30_000));
      const server = await sandbox.exec(agent(sandbox, 'listens', port));
      server.stderr.resume();
      await hears(server, 'listening');
      expect((await runNext(sandbox, agent(sandbox, 'connects', port))).stdout).toBe('connected\n');
      expect((await runNext(sandbox, shell('cat /proc/[0-9]*/cmdline | tr "\\0" " "'))).stdout).toContain(`listens.mjs ${port}`);
      server.stdout.resume();
      await sandbox.kill();
      expect((await server.exit).reason).toBe('killed');
    });
  });

  test('a turn may leave a process behind, and ends all the same', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await sandbox.hold();
      expect(await runNext(sandbox, shell('(sleep 60; echo late) & echo $! > pid; echo done'))).toMatchObject({ stdout: 'done\n', exit: { code: 0 } });
      expect((await runNext(sandbox, shell('kill -0 $(cat pid) && echo alive'))).stdout).toBe('alive\n');
    });
  });

  test('a helper can run beside the main process', async () => {
    await inSandbox(subject(), async (sandbox) => {
      const main = await sandbox.start(shell('for file in go end; do until [ -e $file ]; do sleep 0.02; done; echo $file; done'));
      main.stderr.resume();
      expect((await runNext(sandbox, shell('touch go'))).exit.code).toBe(0);
      await hears(main, 'go');
      main.stdout.resume();
      await runNext(sandbox, shell('touch end')); // Whose own end may come after the sandbox's.
      expect((await main.exit).code).toBe(0);
    });
  });

  test('nothing runs before the start or after the end', async () => {
    await inSandbox(subject(), async (sandbox) => {
      await expect(sandbox.exec(['true'])).rejects.toBeInstanceOf(HarnessError);
      await sandbox.hold();
      await expect(sandbox.start(['true'])).rejects.toBeInstanceOf(HarnessError);
      await sandbox.kill();
      await expect(sandbox.exec(['true'])).rejects.toBeInstanceOf(HarnessError);
    });
  });
}
