import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proxyTo } from '../docker/proxy.js';
import { cleanslate, controls, manifestFile, start } from '../support/cleanslate.js';
import { describeWithEngine, theEngine } from '../support/engine.js';
import { interruptedLine, journalOf, sealedIn, untilUnderWay } from '../support/journal.js';
import { sandboxesOf } from '../support/leftovers.js';
import { temporaryDirectory } from '../support/temporary.js';

/** Far below the time that the engine's own requests are given: a lost engine is noticed, not waited for. */
const SOON_MS = 60_000;

describeWithEngine('an engine that dies in the middle of a campaign', () => {
  test('ends it with exit 3 and one line; what is finished is kept, and with the engine back the rest follows', async () => {
    const [dir, file] = [join(temporaryDirectory(), 'campaign'), manifestFile(controls(['oracle-reader', 'stale-reader'], ['handoff'], 3))];
    const args = ['run', file, '--engine', 'docker', '--out', dir, '--concurrency', '2'];
    const proxy = await proxyTo(theEngine());
    const harness = start(args, { DOCKER_HOST: proxy.endpoint.address });
    await untilUnderWay(dir, 2);
    proxy.cut();
    const cut = Date.now();
    const { exitCode, stdout, stderr } = await harness;
    proxy.close();
    expect(Date.now() - cut).toBeLessThan(SOON_MS);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    // Whoever comes next takes away what a harness left that another test killed, and says so.
    expect(stderr.split('\n').filter((line) => !/^(?:\[|removed )/.test(line))).toEqual([
      expect.stringMatching(/^cleanslate: the container engine was lost while .*; `cleanslate doctor` says which engines answer$/) as string,
    ]);

    const done = sealedIn(dir);
    expect(done.length).toBeGreaterThanOrEqual(2);
    expect(journalOf(dir).filter(({ type }) => type === 'attempt.interrupted')).not.toEqual([]);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    expect((await cleanslate(['show', dir])).stdout).toMatch(/results pending[^]* interrupted +1 /);

    const resumed = await cleanslate(args);
    expect(resumed).toMatchObject({ exitCode: 0 });
    expect(sealedIn(dir).slice(0, done.length)).toEqual(done);
    expect(new Set(sealedIn(dir).map((attempt) => attempt.split('/')[0])).size).toBe(6);
    expect(await sandboxesOf('docker', harness.pid ?? 0)).toEqual([]);
    expect(await cleanslate(['verify', dir])).toMatchObject({ exitCode: 0 });
    const undisturbed = await cleanslate(['run', file, '--engine', 'docker', '--out', join(temporaryDirectory(), 'undisturbed')]);
    expect(resumed.stdout).toContain(interruptedLine(dir));
    expect(resumed.stdout.replace(interruptedLine(dir), '')).toBe(undisturbed.stdout);
  });
});
