import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cleanslate, commandCampaign, controls, manifestFile, start } from '../support/cleanslate.js';
import { sandboxesOf } from '../support/leftovers.js';
import { interruptedLine, journalOf, sealedIn, untilUnderWay } from '../support/journal.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectories } from '../support/temporary.js';

describeOnEveryMachine('a campaign that is stopped', (machine) => {
  const fresh = suiteDirectories();
  const manifest = (): string => manifestFile(controls(['oracle-reader', 'stale-reader'], ['handoff', 'contextos'], 2), fresh());
  const args = (file: string, dir: string): string[] => ['run', file, '--engine', machine, '--out', dir, '--concurrency', '2'];

  test('kill -9: nothing finished is repeated, the interrupted attempt is on the journal, nothing is left, the summary is the same but for a line that says so', async () => {
    const [dir, file] = [join(fresh(), 'campaign'), manifest()];
    const harness = start(args(file, dir));
    await untilUnderWay(dir, 2);
    harness.kill('SIGKILL');
    await harness;
    const done = sealedIn(dir);

    const resumed = await cleanslate(args(file, dir));
    expect(resumed.exitCode).toBe(0);
    expect(sealedIn(dir).slice(0, done.length)).toEqual(done);
    expect(new Set(sealedIn(dir).map((attempt) => attempt.split('/')[0])).size).toBe(8);
    expect(sealedIn(dir)).toHaveLength(8);
    const interrupted = journalOf(dir).filter(({ type }) => type === 'attempt.interrupted');
    expect(interrupted.length).toBeGreaterThan(0);
    expect(await sandboxesOf(machine, harness.pid ?? 0)).toEqual([]);
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);

    const undisturbed = await cleanslate(args(file, join(fresh(), 'undisturbed')));
    expect(resumed.stdout).toContain(interruptedLine(dir));
    expect(resumed.stdout.replace(interruptedLine(dir), '')).toBe(undisturbed.stdout);
  });

  test('Ctrl-C: exit 130, what ran is sealed as interrupted, the rest follows on the next run', async () => {
    const [dir, file] = [join(fresh(), 'campaign'), manifest()];
    const harness = start(args(file, dir));
    await untilUnderWay(dir, 1);
    harness.kill('SIGINT');
    const { exitCode, stderr } = await harness;
    expect(exitCode).toBe(130);
    expect(stderr).toContain('goes on with the');
    expect(journalOf(dir).at(-1)).toMatchObject({ type: 'campaign.interrupted' });
    expect(await sandboxesOf(machine, harness.pid ?? 0)).toEqual([]);
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
    expect((await cleanslate(args(file, dir))).stdout).toContain('All 8 trials complete.\nNo invalid attempts.');
  });

  test('a second harness on the same directory is refused while the first one runs', async () => {
    const [dir, file] = [join(fresh(), 'campaign'), manifestFile(commandCampaign({ argv: ['sleep', '600'], prompt: 'stdin' }), fresh())];
    const first = start(args(file, dir));
    await untilUnderWay(dir, 0);
    const second = await cleanslate(args(file, dir));
    expect(second.exitCode).toBe(2);
    expect(second.stderr).toContain(`is being run by process ${String(first.pid)}`);
    first.kill('SIGINT');
    expect((await first).exitCode).toBe(130);
  });
}, true);
