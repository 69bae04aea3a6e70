import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { HarnessError } from '../../src/common/errors.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { removeContainer } from '../../src/sandbox/docker/remove.js';
import { DockerProvider } from '../../src/sandbox/docker.js';
import { HOME } from '../../src/sandbox/layout.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';
import { type Proxy, proxyTo } from './proxy.js';
import { untilPrinted } from './running.js';

const LOST = { code: 'CLEANSLATE_ENGINE_LOST', exitCode: 3 };

describeWithEngine('an engine that dies midway', () => {
  let proxy: Proxy;
  let provider: DockerProvider;
  let straight: DockerProvider;
  let sandbox: Sandbox;
  beforeAll(() => {
    straight = dockerProvider();
  });
  afterAll(() => straight.close());
  beforeEach(async () => {
    proxy = await proxyTo(theEngine());
    provider = new DockerProvider(proxy.endpoint, { strategy: 'archive' });
    sandbox = await provider.create(await spec());
  });
  afterEach(async () => {
    await provider.close();
    proxy.close();
    const { docker, close } = await connect(theEngine());
    await removeContainer(docker.getContainer(sandbox.id));
    close();
  });

  test('ends the streams of a running agent, and its exit says so', async () => {
    const running = await sandbox.start(['sh', '-c', 'echo up; sleep 600']);
    const errors = running.stderr.resume();
    await untilPrinted(running, 'up');
    const ended = Promise.all([running.stdout, errors].map((stream) => new Promise((resolve) => stream.on('close', resolve).resume())));
    proxy.cut();
    await expect(running.exit).rejects.toMatchObject(LOST);
    await expect(running.exit).rejects.toBeInstanceOf(HarnessError);
    await ended;
  });

  test('ends a turn, and what comes after it', async () => {
    await sandbox.hold();
    const turn = await sandbox.exec(['sh', '-c', 'echo up; sleep 600']);
    await untilPrinted(turn, 'up');
    proxy.cut();
    await expect(turn.exit).rejects.toMatchObject(LOST);
    const late: (() => Promise<unknown>)[] = [
      () => sandbox.exec(['true']),
      () => sandbox.inventory([HOME]),
      () => sandbox.kill(),
      () => sandbox.destroy(),
      () => provider.create({ image: 'x', limits: { memory_mb: 64, cpus: 1, pids: 10 }, purpose: { campaign: 'c', trial: 't', attempt: 1 } }),
      () => provider.reap(),
      () => provider.describe(),
    ];
    for (const use of late) {
      const error = await use().then(
        () => undefined,
        (reason: unknown) => reason as HarnessError,
      );
      expect(error).toMatchObject(LOST);
      expect(error?.line).not.toContain('\n');
    }
  });

  test('does not keep a deadline waiting that cannot be enforced', async () => {
    const running = await sandbox.start(['sleep', '600'], { deadline_ms: 300 });
    proxy.cut();
    await expect(running.exit).rejects.toMatchObject(LOST);
  });

  test('is noticed in the middle of an archive: half a home is no home', async () => {
    const running = await sandbox.start(['sh', '-c', 'head -c 20000000 /dev/zero >~/big']);
    running.stdout.resume();
    await running.exit;
    proxy.cutAfter(10_000_000);
    await expect(sandbox.inventory([HOME])).rejects.toMatchObject(LOST);
  });
});
