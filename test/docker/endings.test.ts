import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/sandbox/docker/client.js';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';
import { finish, runScript, untilPrinted } from './running.js';

describeWithEngine('the end of a container', () => {
  let provider: DockerProvider;
  beforeAll(() => {
    provider = dockerProvider();
  });
  afterAll(() => provider.close());

  const use = async (body: (sandbox: Sandbox) => Promise<void>): Promise<void> => {
    const sandbox = await provider.create(await spec());
    try {
      await body(sandbox);
    } finally {
      await sandbox.destroy();
    }
  };

  test('an exit code above 128 that is no signal stays a code', async () => {
    await use(async (sandbox) => {
      expect((await runScript(sandbox, 'exit 244')).exit).toMatchObject({ reason: 'exit', code: 244, signal: null });
    });
  });

  test('a program that is not there ends with 127, in both ways of running one', async () => {
    await use(async (sandbox) => {
      const { stderr, exit } = await finish(await sandbox.start(['no-such-program', 'a=b']));
      expect(stderr).toContain('no-such-program');
      expect(exit).toMatchObject({ reason: 'exit', code: 127 });
    });
    await use(async (sandbox) => {
      await sandbox.hold();
      expect((await finish(await sandbox.exec(['no-such-program']))).exit).toMatchObject({ reason: 'exit', code: 127 });
      expect((await finish(await sandbox.exec(['pwd'], { cwd: '/no/such/place' }))).exit).toMatchObject({ reason: 'exit', code: 126 });
    });
  });

  test('output that nobody reads does not keep a deadline from being told', async () => {
    await use(async (sandbox) => {
      const { exit } = await sandbox.start(['sh', '-c', 'yes'], { deadline_ms: 500 });
      expect((await exit).reason).toBe('deadline');
    });
  });

  test('memory that runs out in a child of the main process, or in a turn, is told as such', async () => {
    const hoard = "node -e 'const kept = []; for (;;) kept.push(Buffer.alloc(1e7, 1))'";
    await use(async (sandbox) => {
      expect((await runScript(sandbox, `${hoard}; exit 3`)).exit).toMatchObject({ reason: 'oom', code: 3 });
    });
    await use(async (sandbox) => {
      await sandbox.hold();
      expect((await finish(await sandbox.exec(['sh', '-c', hoard]))).exit).toMatchObject({ reason: 'oom', signal: 'SIGKILL' });
    });
  });

  test('a turn that outlives its own output is waited for', async () => {
    await use(async (sandbox) => {
      await sandbox.hold();
      const { exit } = await finish(await sandbox.exec(['sh', '-c', 'exec >/dev/null 2>&1; sleep 1; exit 5']));
      expect(exit).toMatchObject({ reason: 'exit', code: 5 });
      expect(exit.duration_ms).toBeGreaterThan(900);
    });
  });

  test('a sandbox that an agent or somebody else ends is lost, and says so', async () => {
    await use(async (sandbox) => {
      await sandbox.hold();
      const turn = await finish(await sandbox.exec(['sh', '-c', 'kill -KILL -1; sleep 60']));
      expect(turn.exit).toMatchObject({ reason: 'sandbox-lost' });
    });
    const { docker, close } = await connect(theEngine());
    await use(async (sandbox) => {
      const running = await sandbox.start(['sh', '-c', 'echo up; sleep 60']);
      await untilPrinted(running, 'up');
      running.stdout.resume();
      await docker.getContainer(sandbox.id).remove({ force: true });
      expect(await running.exit).toMatchObject({ reason: 'sandbox-lost' });
    });
    close();
  });

  test('kill also ends sessions that turns have opened, and the engine says that nothing runs', async () => {
    const { docker, close } = await connect(theEngine());
    await use(async (sandbox) => {
      await sandbox.hold();
      const turn = await sandbox.exec(['sh', '-c', 'setsid sleep 600 & (setsid setsid sleep 600 &) ; echo up; sleep 600']);
      await untilPrinted(turn, 'up');
      turn.stdout.resume();
      await sandbox.kill();
      expect((await docker.getContainer(sandbox.id).inspect()).State).toMatchObject({ Running: false, Pid: 0 });
      expect((await turn.exit).reason).toBe('killed');
    });
    close();
  });
});
