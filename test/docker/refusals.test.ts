import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { describeWithEngine, dockerProvider, spec, theEngine } from '../support/engine.js';

describeWithEngine('what an engine refuses', () => {
  let provider: DockerProvider;
  beforeAll(() => {
    provider = dockerProvider();
  });
  afterAll(() => provider.close());

  test('an image that is not there is named, with what to do', async () => {
    const create = provider.create(await spec({ image: 'no-such-image:1' }));
    await expect(create).rejects.toMatchObject({ code: 'CLEANSLATE_IMAGE_MISSING', exitCode: 3 });
    await expect(create).rejects.toThrow(/no image no-such-image:1/);
    await expect(provider.imageDigest('no-such-image:1')).rejects.toMatchObject({ code: 'CLEANSLATE_IMAGE_MISSING' });
  });

  test.for([
    { memory_mb: 256, cpus: 4096, pids: 100 },
    { memory_mb: 1, cpus: 1, pids: 100 },
  ])('limits that it cannot apply are an error, not a warning: %o', async (limits) => {
    const { docker, close } = await connect(theEngine());
    const purpose = { campaign: `refusals-${String(limits.cpus)}`, trial: 'one', attempt: 1 };
    await expect(provider.create(await spec({ limits, purpose }))).rejects.toMatchObject({ code: 'CLEANSLATE_LIMITS_REFUSED', exitCode: 3 });
    expect(await docker.listContainers({ all: true, filters: { label: [`cleanslate.campaign=${purpose.campaign}`] } })).toEqual([]);
    close();
  });

  test.for([{}, { strategy: 'archive' }] as const)('a seed that is no tar, and one that breaks off, are errors in one line: %o', async (options) => {
    const provider = dockerProvider(options);
    onTestFinished(() => provider.close());
    const sandbox = await provider.create(await spec());
    const refused = sandbox.seed(Readable.from([Buffer.from('this is no tar'.repeat(100))]));
    await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/^CLEANSLATE_(SEED|ENGINE_REFUSED)$/) as unknown, exitCode: 3 });
    const broken = new Readable({
      read() {
        this.destroy(new Error('the disk is gone'));
      },
    });
    await expect(sandbox.seed(broken)).rejects.toMatchObject({ code: 'CLEANSLATE_SEED', message: expect.stringContaining('the disk is gone') as unknown });
    await sandbox.destroy();
  });

  test('a sandbox used out of order says so', async () => {
    const sandbox = await provider.create(await spec());
    await sandbox.hold();
    await expect(sandbox.seed(Readable.from([]))).rejects.toMatchObject({ code: 'CLEANSLATE_SANDBOX_MISUSE' });
    await expect(sandbox.hold()).rejects.toMatchObject({ code: 'CLEANSLATE_SANDBOX_MISUSE' });
    await sandbox.destroy();
    await expect(sandbox.exec(['true'])).rejects.toMatchObject({ code: 'CLEANSLATE_SANDBOX_LOST' });
    await expect(sandbox.destroy()).resolves.toBeUndefined();
  });
});
