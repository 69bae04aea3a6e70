import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandCampaign, LIMITS, manifestFile, start } from '../support/cleanslate.js';
import { engineTime, footprintOf } from '../support/engine-events.js';
import { untilUnderWay } from '../support/journal.js';
import { sandboxesOf } from '../support/leftovers.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { processesWith } from '../support/processes.js';
import { listing } from '../support/refused.js';
import { temporaryDirectory } from '../support/temporary.js';

const AGENTS = join(import.meta.dirname, '../agents');

describeOnEveryMachine('a campaign leaves nothing behind but its own directory', (machine) => {
  /** A machine of its own, as far as a directory can be one: home, temp directory and working directory. */
  function place(): { at: string; env: Record<string, string>; mark: string; left: () => string[] } {
    const at = temporaryDirectory();
    chmodSync(at, 0o711);
    for (const name of ['home', 'tmp', 'work']) mkdirSync(join(at, name));
    const mark = `mark-${randomUUID()}`;
    const env = { HOME: join(at, 'home'), TMPDIR: join(at, 'tmp'), XDG_CONFIG_HOME: join(at, 'home/.config'), XDG_CACHE_HOME: join(at, 'home/.cache'), HARNESS_MARK: mark };
    const left = (): string[] => [...listing(join(at, 'home')), ...listing(join(at, 'tmp')), ...processesWith(mark, 'environ').map(({ command }) => command), ...processesWith(mark).map(({ command }) => command)];
    return { at, env, mark, left };
  }

  /** Two agents: one whose children outlive it, one that is ended at its deadline with all of its own. */
  const manifest = (folder: string, mark: string): string => {
    const shell = (id: string, script: string): object => ({ id, agent: 'command', command: { argv: ['sh', '-c', script], prompt: 'stdin' } });
    const tasks = [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: AGENTS } }];
    const forks = `node forks.mjs ${mark} & while [ ! -e ${mark} ]; do sleep 0.1; done`;
    return manifestFile(commandCampaign({}, { tasks, limits: { ...LIMITS, agent_seconds: 6 }, configurations: [shell('leaves', `${forks}; exit 1`), shell('stays', `${forks}; wait`)] }), folder);
  };

  test('in the engine, among the processes, in the temp directory, in the user\'s home', async () => {
    const { at, env, mark, left } = place();
    const since = machine === 'docker' ? await engineTime() : 0;
    const harness = start(['run', manifest(at, mark), '--engine', machine, '--out', 'campaign'], env, join(at, 'work'));
    expect(await harness).toMatchObject({ exitCode: 0 });
    expect(left()).toEqual([]);
    expect(readdirSync(join(at, 'work'))).toEqual(['campaign']);
    expect(readdirSync(join(at, 'work/campaign')).sort()).toEqual(['campaign.json', 'journal.head', 'journal.jsonl', 'lock.json', 'material', 'preflight', 'report', 'results.jsonl', 'trials']);
    expect(await sandboxesOf(machine, harness.pid ?? 0)).toEqual([]);
    if (machine === 'local') return;
    const { created, destroyed, networks, volumes } = await footprintOf(harness.pid ?? 0, since);
    // One for each configuration's preflight, one for each trial.
    expect(created).toHaveLength(4);
    expect({ destroyed: destroyed.toSorted(), networks, volumes }).toEqual({ destroyed: created.toSorted(), networks: ['none'], volumes: [] });
  });

  test('what kill -9 left of it, the next run takes away', async () => {
    const { at, env, mark, left } = place();
    const run = ['run', manifest(at, mark), '--engine', machine, '--out', 'campaign'];
    const harness = start(run, env, join(at, 'work'));
    await untilUnderWay(join(at, 'work/campaign'), 0);
    harness.kill('SIGKILL');
    await harness;
    const again = start(run, env, join(at, 'work'));
    const { exitCode, stderr } = await again;
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^removed .*cleanslate-material-\w+ of dead process/m);
    expect(left()).toEqual([]);
    expect(await sandboxesOf(machine, harness.pid ?? 0)).toEqual([]);
    expect(readdirSync(join(at, 'work/campaign')).filter((name) => name.startsWith('owner.'))).toEqual([]);
  });
});
