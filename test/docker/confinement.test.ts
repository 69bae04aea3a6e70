import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/sandbox/docker/client.js';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';
import { runScript } from './running.js';

const LOOK_AROUND = `
id -u; id -g; id -G
grep -E '^(CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs)' /proc/self/status
echo interfaces: $(ls /sys/class/net)
`;

describeWithEngine('a container', () => {
  let provider: DockerProvider;
  const use = async (limits: { memory_mb: number; cpus: number; pids: number }, body: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
    const sandbox = await provider.create(await spec({ limits }));
    try {
      await body(sandbox);
    } finally {
      await sandbox.destroy();
    }
  };
  const small = { memory_mb: 128, cpus: 0.5, pids: 40 };
  beforeAll(() => {
    provider = dockerProvider();
  });
  afterAll(() => provider.close());

  test('runs as nobody of importance, without capabilities or network', async () => {
    await use(small, async (sandbox) => {
      const { stdout } = await runScript(sandbox, LOOK_AROUND);
      expect(stdout.replaceAll('\t', ' ').trim().split('\n')).toEqual([
        '1000', '1000', '1000',
        ...['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].map((name) => `${name}: 0000000000000000`),
        'NoNewPrivs: 1',
        'interfaces: lo',
      ]);
    });
  });

  test('has the limits that were asked for, seen from inside', async () => {
    await use(small, async (sandbox) => {
      const { stdout } = await runScript(sandbox, `
        cd /sys/fs/cgroup
        if [ -e cgroup.controllers ]; then cat memory.max memory.swap.max cpu.max pids.max; else
          cat memory/memory.limit_in_bytes memory/memory.memsw.limit_in_bytes 2>/dev/null
          echo $(cat cpu/cpu.cfs_quota_us cpu/cpu.cfs_period_us); cat pids/pids.max; fi`);
      const memory = String(128 * 1024 * 1024);
      expect([`${memory}\n${memory}\n50000 100000\n40\n`, `${memory}\n0\n50000 100000\n40\n`]).toContain(stdout);
    });
  });

  test('cannot have its limits exceeded: more memory ends it, more processes are refused', async () => {
    await use(small, async (sandbox) => {
      const { exit } = await runScript(sandbox, "node -e 'const kept = []; for (;;) kept.push(Buffer.alloc(1e7, 1))'");
      expect(exit).toMatchObject({ reason: 'oom', code: null, signal: 'SIGKILL' });
    });
    await use(small, async (sandbox) => {
      const { stderr } = await runScript(sandbox, 'for i in $(seq 60); do sleep 100 & done');
      expect(stderr).toMatch(/fork/i);
    });
  });

  test('does not say what it is for', async () => {
    await use(small, async (sandbox) => {
      const { stdout } = await runScript(sandbox, `
        env; hostname; cat /proc/self/mountinfo /proc/mounts /proc/self/cgroup /etc/hosts /etc/hostname /etc/passwd
        for f in /proc/[0-9]*/cmdline /proc/[0-9]*/environ; do tr '\\0' ' ' <$f; done; ls -a / /home/dev /home/projects /opt /tmp`);
      expect(stdout).toContain('docker-init');
      // Paths of the kernel's own, and shell syntax.
      const words = stdout.replaceAll(/latest|attest/g, '');
      expect(words.match(/[^\n]{0,60}(test|eval(?! ")|bench|cleanslate|trial|campaign)[^\n]{0,60}/gi)).toBeNull();
    });
  });

  test('gets its own environment and nothing else, and PATH from its image', async () => {
    await use(small, async (sandbox) => {
      const { stdout } = await runScript(sandbox, 'exec env', { env: { ODD: "it's \"quoted\" $HOME `x`\nnew line \\n", USER: 'me' } });
      const lines = stdout.split('\n');
      expect(stdout).toContain('ODD=it\'s "quoted" $HOME `x`\nnew line \\n\n');
      expect(lines.filter((line) => /^[A-Z]+=/.test(line)).map((line) => line.split('=')[0]).sort()).toEqual(['HOME', 'LANG', 'ODD', 'PATH', 'PWD', 'TMPDIR', 'USER']);
      expect(lines).toContain('USER=me');
    });
  });

  test('carries labels outside that say whose it is', async () => {
    const { docker, close } = await connect(theEngine());
    await use(small, async (sandbox) => {
      const { Config, HostConfig } = await docker.getContainer(sandbox.id).inspect();
      expect(Config.Labels).toMatchObject({ 'cleanslate.campaign': 'checks', 'cleanslate.trial': 'one', 'cleanslate.attempt': '1' });
      expect(Config.Labels['cleanslate.owner']).toMatch(new RegExp(`:${String(process.pid)}:\\d+$`));
      expect(Date.parse(Config.Labels['cleanslate.created'] ?? '')).toBeGreaterThan(Date.now() - 60_000);
      expect(HostConfig).toMatchObject({ Privileged: false, NetworkMode: 'none', LogConfig: { Type: 'none' } });
    });
    close();
  });
});
