import { execa } from 'execa';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cleanslate, commandCampaign, controls, manifestFile, PROGRAM, type Finished } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory } from '../support/temporary.js';

const TRIAL = 'oracle-reader.short.handoff.run-1';

describeOnEveryMachine('shell', (machine) => {
  const folder = suiteDirectory();
  let dir: string;
  /** Commands through a pipe, as a script would give them. */
  const shellOf = async (of: string, trial: string, input: string, ...options: string[]): Promise<Finished> => {
    const { exitCode, stdout, stderr } = await execa(process.execPath, [PROGRAM, 'shell', of, trial, ...options], { reject: false, input });
    return { exitCode, stdout, stderr };
  };
  const shell = (input: string, ...options: string[]): Promise<Finished> => shellOf(dir, TRIAL, input, ...options);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const run = await cleanslate(['run', manifestFile(controls(['oracle-reader'], ['handoff'], 1), folder()), '--engine', machine, '--out', dir]);
    expect(run.exitCode, run.stderr).toBe(0);
  }, 120_000);

  test('is in the starting state, proved before the first command, as the agent would be, and leaves nothing', async () => {
    const { exitCode, stdout, stderr } = await shell('pwd; head -1 HANDOFF.md; git status --porcelain | wc -l; touch mark; ls mark; id -u; exit 7\n');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 7 });
    const { initial_state } = JSON.parse(readFileSync(join(dir, `trials/${TRIAL}/attempt-1/attempt.json`), 'utf8')) as { initial_state: string };
    expect(stderr).toContain(`starting state: the same, ${initial_state}\nthe agent's own command: node `);
    expect(stdout).toMatch(/^\S*\/home\/projects\/app\n# Lantern handoff\n0\nmark\n\d+$/);
    expect((await shell('ls mark\n')).stdout).toBe('');
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });

  test('any session is opened with what was carried into it, and without what was not', async () => {
    const later = join(folder(), 'later');
    const trial = 'program.short.handoff.run-1';
    const command = { argv: ['sh', '-c', 'mkdir -p ~/mem && echo noted >> ~/mem/m; echo left > ~/left; rm -f HANDOFF.md; cat'], prompt: 'stdin', state: [{ pattern: '~/mem/**', class: 'memory' }] };
    const sessions = [{ turns: ['note it'] }, { turns: ['and more'], warmup: ['true'] }, { turns: ['probe'] }];
    const file = manifestFile(commandCampaign(command, { tasks: [{ scenario: 'short', profiles: ['handoff'], sessions, resets: { memory: 'declared', workspace: 'declared' } }] }), folder());
    const run = await cleanslate(['run', file, '--engine', machine, '--out', later, '--allow-unisolated']);
    expect(run.exitCode, run.stderr).toBe(0);
    const looks = async (...options: string[]): Promise<string> => {
      const { exitCode, stdout, stderr } = await shellOf(later, trial, 'cat ~/mem/m 2>/dev/null | wc -l; ls ~/left HANDOFF.md 2>/dev/null\n', '--allow-unisolated', ...options);
      expect({ exitCode, stderr: exitCode === 3 ? stderr : '' }).toEqual({ exitCode: 2, stderr: '' }); // of `ls`
      return `${/^starting state.*?: the same/m.exec(stderr)?.[0] ?? stderr}\n${/^before its.*/m.exec(stderr)?.[0] ?? ''}\n${stdout}`;
    };
    expect(await looks()).toBe('starting state: the same\n\n0\nHANDOFF.md');
    expect(await looks('--session', '2')).toBe('starting state of session 2: the same\nbefore its first prompt, this was run: true\n1');
    expect(await looks('--session', '3')).toBe('starting state of session 3: the same\n\n2');
    expect(await shellOf(later, trial, '', '--session', '4')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has no session 4; it has sessions 1 to 3') as string });
    expect(await shellOf(later, trial, '', '--session', 'x')).toMatchObject({ exitCode: 2 });
  });

  test('another state is refused before anything runs, unless it is asked for', async () => {
    for (const name of readdirSync(join(dir, 'material'))) {
      const bytes = readFileSync(join(dir, 'material', name));
      const at = bytes.indexOf('SQLite database');
      if (at === -1 || !bytes.includes('ustar')) continue;
      bytes.write('X', at);
      writeFileSync(join(dir, 'material', name), bytes);
    }
    expect(await shell('echo ran\n')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('/home/projects/app/HANDOFF.md') as string });
    expect(await shell('grep -c XQLite HANDOFF.md\n', '--anyway')).toMatchObject({ exitCode: 0, stdout: '1' });
  });
});
