import { chmodSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOME, WORKSPACE } from '../../../src/sandbox/layout.js';
import { temporaryDirectory } from '../../support/temporary.js';
import type { Subject } from '../subject.js';
import { agent, inSandbox, run, shell } from '../tools.js';

const GIVEAWAY = /cleanslate|benchmark|\bbench\b|\bevals\b|evaluat|\btests?\b|harness/i;

export function isolationCases(subject: () => Subject): void {
  const isolated = (): boolean => subject().provider.isolation !== 'none';

  test('files of the machine are out of sight, unless the isolation is none and says so', async ({ onTestFinished }) => {
    const outside = temporaryDirectory(onTestFinished);
    chmodSync(outside, 0o755);
    writeFileSync(join(outside, 'planted'), 'seen');
    await inSandbox(subject(), async (sandbox) => {
      expect(sandbox.isolation).toBe(subject().provider.isolation);
      const { stdout } = await run(sandbox, shell('cat "$1"', join(outside, 'planted')));
      expect(stdout).toBe(isolated() ? '' : 'seen');
    });
  });

  test('nothing on this machine answers, unless the isolation is none and says so', async () => {
    const server = createServer((socket) => socket.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await inSandbox(subject(), async (sandbox) => {
        const { stdout } = await run(sandbox, agent(sandbox, 'connects', String(port)));
        expect(stdout).toBe(isolated() ? 'ECONNREFUSED\n' : 'connected\n');
      });
    } finally {
      server.close();
    }
  });

  test('nothing inside gives away what the sandbox is for', async ({ skip }) => {
    if (!isolated()) skip('without isolation a program sees the machine');
    await inSandbox(subject(), async (sandbox) => {
      const look = 'cat /proc/self/mountinfo /etc/passwd /etc/group /etc/hosts /etc/hostname; tr "\\0" "\\n" < /proc/1/cmdline; cat /proc/1/environ 2>/dev/null; env; hostname; id; cat /proc/self/cgroup; ls -a / /home /run /tmp /opt /var /usr/local/bin ~';
      const { stdout } = await run(sandbox, shell(look));
      expect(stdout).toContain('/home');
      expect(stdout.split('\n').filter((line) => GIVEAWAY.test(line.replace(look, '')))).toEqual([]);
    });
  });

  test('the agent is an ordinary user that cannot become another, and the system is read-only to it', async ({ skip }) => {
    if (!isolated()) skip('without isolation this is up to the machine');
    await inSandbox(subject(), async (sandbox) => {
      const look = 'id -u; id -g; grep -E "^(CapEff|CapPrm|NoNewPrivs)" /proc/self/status; for f in /etc/x /usr/x /x /opt/agent/x /proc/sys/kernel/core_pattern; do (echo y > $f) 2>/dev/null && echo wrote $f; done; true';
      const { stdout } = await run(sandbox, shell(look));
      expect(stdout.replaceAll('\t', ' ')).toBe('1000\n1000\nCapPrm: 0000000000000000\nCapEff: 0000000000000000\nNoNewPrivs: 1\n');
    });
  });

  test('sandboxes at the same time do not see each other', async () => {
    await inSandbox(subject(), async (one) => {
      await inSandbox(subject(), async (other) => {
        const busy = await one.start(shell('echo mine > ~/mine; echo mine > mine; echo mine > "$TMPDIR/mine"; echo told; sleep 60'));
        busy.stderr.resume();
        busy.stdout.resume();
        const { stdout } = await run(other, shell('sleep 0.3; ls ~ . "$TMPDIR"; cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep -c "$1"; true', one.id));
        expect(stdout).not.toContain('mine');
        if (isolated()) expect(stdout.trimEnd().split('\n').at(-1)).toBe('0');
        await one.kill();
        expect((await one.inventory([HOME, WORKSPACE])).entries.map((entry) => entry.path)).toEqual([`${HOME}/mine`, `${WORKSPACE}/mine`]);
        expect((await other.inventory([HOME, WORKSPACE])).entries).toEqual([]);
      });
    });
  });
}
