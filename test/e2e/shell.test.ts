import { execa } from 'execa';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { cleanslate, controls, manifestFile, PROGRAM, type Finished } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory } from '../support/temporary.js';

const TRIAL = 'oracle-reader.short.handoff.run-1';

describeOnEveryMachine('shell', (machine) => {
  const folder = suiteDirectory();
  let dir: string;
  /** Commands through a pipe, as a script would give them. */
  const shell = async (input: string, ...options: string[]): Promise<Finished> => {
    const { exitCode, stdout, stderr } = await execa(process.execPath, [PROGRAM, 'shell', dir, TRIAL, ...options], { reject: false, input });
    return { exitCode, stdout, stderr };
  };

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const run = await cleanslate(['run', manifestFile(controls(['oracle-reader'], ['handoff'], 1), folder()), '--engine', machine, '--out', dir]);
    expect(run.exitCode, run.stderr).toBe(0);
  }, 120_000);

  test('is in the starting state, proved before the first command, as the agent would be, and leaves nothing', async () => {
    const { exitCode, stdout, stderr } = await shell('pwd; head -1 HANDOFF.md; git status --porcelain | wc -l; touch mark; ls mark; id -u; exit 7\n');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const { initial_state } = JSON.parse(readFileSync(join(dir, `trials/${TRIAL}/attempt-1/attempt.json`), 'utf8')) as { initial_state: string };
    expect(stderr).toContain(`starting state: the same, ${initial_state}\nthe agent's own command: node `);
    expect(stdout).toMatch(/^\S*\/home\/projects\/app\n# Lantern handoff\n0\nmark\n\d+$/);
    expect((await shell('ls mark\n')).stdout).toBe('');
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
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
