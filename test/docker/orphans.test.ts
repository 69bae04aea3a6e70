import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../src/sandbox/docker/client.js';
import type { DockerProvider } from '../../src/sandbox/docker.js';
import { baseImage, describeWithEngine, dockerProvider, theEngine } from '../support/engine.js';
import { nextLine } from '../support/child.js';

/** "Within a second or two", on a machine that does other things too. */
const PROMPT_MS = 10_000;

describeWithEngine('containers of a harness that died', () => {
  let docker: Docker;
  let closeDocker: () => void;
  let provider: DockerProvider;
  beforeAll(async () => {
    await baseImage();
    ({ docker, close: closeDocker } = await connect(theEngine()));
    provider = dockerProvider();
    const guard = join(import.meta.dirname, '../../dist/sandbox/guard-main.js');
    if (!existsSync(guard)) throw new Error('the guard runs compiled: `make build` first');
  });
  afterAll(async () => {
    closeDocker();
    await provider.close();
  });

  const start = async (what: 'stay' | 'close') => {
    const program = [join(import.meta.dirname, 'own-container.mjs'), theEngine().socketPath ?? '', await baseImage(), what];
    const child = execa(process.execPath, program, { reject: false, buffer: false, stderr: 'inherit' });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await child;
    });
    return { child, id: await nextLine(child.iterable()[Symbol.asyncIterator]() as AsyncIterator<string>) };
  };
  const isThere = (id: string): Promise<boolean> =>
    docker.getContainer(id).inspect().then(
      () => true,
      () => false,
    );
  const removed = (id: string): Promise<unknown> =>
    docker.getContainer(id).wait({ condition: 'removed', abortSignal: AbortSignal.timeout(PROMPT_MS) }).catch((error: unknown) => {
      if ((error as { statusCode?: number }).statusCode !== 404) throw error;
    });

  test('are removed by the guard, even after kill -9', async () => {
    const { child, id } = await start('stay');
    expect(guardsOf(child.pid)).toHaveLength(1);
    child.kill('SIGKILL');
    await removed(id);
    expect(await isThere(id)).toBe(false);
  });

  test('are removed by the next harness, where no guard did; those of a living one stay', async () => {
    const [first, second] = [await start('close'), await start('stay')];
    await provider.reap();
    expect([await isThere(first.id), await isThere(second.id)]).toEqual([true, true]);
    first.child.kill('SIGKILL');
    await first.child;
    const lines = await provider.reap();
    // Any other harness of this machine may have been faster.
    for (const line of lines.filter((each) => each.includes(first.id.slice(0, 12)))) expect(line).toContain('orphans/one attempt 1');
    expect(lines.filter((each) => each.includes(second.id.slice(0, 12)))).toEqual([]);
    expect([await isThere(first.id), await isThere(second.id)]).toEqual([false, true]);
    second.child.kill('SIGKILL');
    await removed(second.id);
  });

  test('are not touched by a guard whose harness closed in good order: it goes, silently', async () => {
    const { child, id } = await start('close');
    const deadline = performance.now() + PROMPT_MS;
    while (guardsOf(child.pid).length > 0 && performance.now() < deadline) await new Promise(setImmediate);
    expect(guardsOf(child.pid)).toEqual([]);
    expect(await isThere(id)).toBe(true);
    child.kill('SIGKILL');
    await child;
    await provider.reap();
  });
});

/** Process ids of the guards of a process. */
function guardsOf(pid: number | undefined): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return command.includes('guard-main.js') && command.includes(`:${String(pid)}:`);
    } catch {
      return false;
    }
  });
}
