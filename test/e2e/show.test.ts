import { execa } from 'execa';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cleanslate, LIMITS, manifestFile, PROGRAM, type Finished } from '../support/cleanslate.js';
import { suiteDirectory } from '../support/temporary.js';

/** What acts on a terminal: all control characters but newline and tab, and marks that hide or turn text. */
const ACTING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
const ORACLE = 'oracle.short.handoff.run-1';
/** A long line, a name of two lines, and more memory than is listed. */
const LONG = String.raw`mkdir ~/mem; cd ~/mem; for n in $(seq 30); do echo $n > note-$n; done; echo x > "$(printf 'two\nlines\tof\033[1m a name')"; head -c 100000 /dev/zero | tr '\0' x`;

describe('show', () => {
  const folder = suiteDirectory();
  let dir: string;
  let ran: Finished;
  const show = (...args: string[]): Promise<Finished> => cleanslate(['show', dir, ...args]);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const command = (script: string): object => ({ argv: ['sh', '-c', script], prompt: 'stdin', answer: 'json' });
    ran = await cleanslate(['run', manifestFile({
      campaign: 'shown',
      runs: 1,
      attempts: 2,
      limits: LIMITS,
      tasks: [{ scenario: 'short', profiles: ['handoff'], workspace: { directory: join(import.meta.dirname, '../agents') } }],
      configurations: [
        { id: 'oracle', agent: 'control/oracle-reader' },
        { id: 'evil', agent: 'command', command: command('node drives-terminal.mjs') },
        { id: 'evil-words', agent: 'command', command: { ...command('node drives-terminal.mjs'), answer: 'stdout' } },
        { id: 'missing', agent: 'command', command: { argv: ['no-such-program'] } },
        { id: 'long', agent: 'command', command: { ...command(LONG), answer: 'stdout', state: [{ pattern: '~/mem/**', class: 'memory' }] } },
      ],
    }, folder()), '--engine', 'local', '--out', dir, '--no-preflight']);
  });

  test('a campaign: its summary, and every trial with its state and what became of it', async () => {
    const { exitCode, stdout, stderr } = await show();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.startsWith(ran.stdout)).toBe(true);
    expect(stdout).toMatch(/^oracle\.short\.handoff\.run-1 +valid +1 {2}4\/4 grounded$/m);
    expect(stdout).toMatch(/^evil\.short\.handoff\.run-1 +valid +1 {2}format failure \(/m);
    expect(stdout).toMatch(/^missing\.short\.handoff\.run-1 +exhausted +2 {2}invalid \(harness: /m);
  });

  test('a trial: validity, timeline, changes, answer and score', async () => {
    const { exitCode, stdout } = await show(ORACLE);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^oracle\.short\.handoff\.run-1, attempt 1 of 1\n/);
    expect(stdout).toMatch(/^Validity\n {2}valid: agent-exit, exit code 0, \d+\.\d s$/m);
    expect(stdout).toMatch(/^Timeline\n +0\.000 {2}harness session\.start/m);
    expect(stdout).toMatch(/^ +\d+\.\d{3} {2}agent +tool\.call +.*HANDOFF\.md/m);
    expect(stdout).toMatch(/^Changes in workspace\n {2}none$/m);
    expect(stdout).toMatch(/^Answer\n {2}\{"answers"/m);
    expect(stdout).toMatch(/^Score\n {2}4 of 4 grounded and correct/m);
  });

  test('an attempt that does not count: why', async () => {
    const { stdout } = await show('missing.short.handoff.run-1', '--attempt', '1');
    expect(stdout).toMatch(/attempt 1 of 2\n[^]*Validity\n {2}invalid: agent-exit[^\n]*\n {2}harness: program-missing: /);
    expect(stdout).not.toContain('\nScore\n');
  });

  test('what an agent says and names its files cannot drive the terminal, and is shown', async () => {
    const shown = [await show(), await show('evil.short.handoff.run-1'), await show('evil-words.short.handoff.run-1'), await show('--json'), await show('evil.short.handoff.run-1', '--json'), ran];
    for (const { stdout, stderr } of shown) {
      expect(stdout).not.toMatch(ACTING);
      expect(stderr).not.toMatch(ACTING);
    }
    const [, trial] = shown;
    expect(trial?.stdout).toContain(String.raw`\u{1b}[2J\u{1b}[1;31mred`);
    expect(trial?.stdout).toMatch(/^ {2}created +\/home\/projects\/app\/\\u\{1b\}\[2J/m);
    expect(trial?.stdout).toMatch(/^ {2}\+\\u\{1b\}\[2J/m);
  });

  test('no line is longer than 200 columns where there is no terminal, what is cut is marked, and --full has all of it', async () => {
    const [cut, full] = [(await show('long.short.handoff.run-1')).stdout, (await show('long.short.handoff.run-1', '--full')).stdout];
    expect(Math.max(...cut.split('\n').map((line) => line.length))).toBeLessThanOrEqual(200);
    expect(cut).toMatch(/^Answer\n {2}x{184}…\[\d+ more\]$/m);
    expect(full).toContain(`Answer\n  ${'x'.repeat(100_000)}\n`);
  });

  test('the name of a file is on one line wherever it is printed', async () => {
    const { stdout } = await show('long.short.handoff.run-1');
    expect(stdout.match(/^.*two\\u\{a\}lines\\u\{9\}of\\u\{1b\}\[1m a name.*$/gm)?.map((line) => line.trim().split(' ')[0])).toEqual(['created']);
    expect(stdout).not.toMatch(/two$/m);
  });

  test('--json: the same as data', async () => {
    const campaign = JSON.parse((await show('--json')).stdout) as { summary: object; trials: object[] };
    expect(campaign.summary).toMatchObject({ campaign: 'shown', trials: 5, complete: 4, invalid: { missing: 2 } });
    expect(campaign.trials).toContainEqual({ trial: ORACLE, state: 'valid', attempts: 1, verdict: '4/4 grounded' });
    const trial = JSON.parse((await show('evil.short.handoff.run-1', '--json')).stdout) as { changes: { workspace: { path: string }[] } };
    expect(trial.changes.workspace.map(({ path }) => path)).toContainEqual(expect.stringContaining('\u001b[2J'));
  });

  test.for<[args: string[], line: RegExp]>([
    [['oracle.short.handof.run-1'], /^cleanslate: no trial "oracle\.short\.handof\.run-1"; there is oracle\.short\.handoff\.run-1/],
    [['oracle'], /there is oracle\.short\.handoff\.run-1$/],
    [['nobody'], /^cleanslate: no trial "nobody"; `cleanslate show DIR` lists the trials$/],
    [['../../etc'], /^cleanslate: no trial "\.\.\/\.\.\/etc"; `cleanslate show DIR`/],
    [[ORACLE, '--attempt', '2'], /no attempt 2 of oracle\.short\.handoff\.run-1; it has attempts 1 to 1$/],
    [[ORACLE, '--attempt', 'last'], /no attempt last of oracle\.short\.handoff\.run-1; it has attempts 1 to 1$/],
  ])('%j is refused with what there is', async ([args, line]) => {
    const { exitCode, stdout, stderr } = await show(...args);
    expect({ exitCode, stdout, lines: stderr.split('\n').length }).toEqual({ exitCode: 2, stdout: '', lines: 1 });
    expect(stderr).toMatch(line);
  });

  test('a reader that leaves early is no error', async () => {
    const script = 'set -o pipefail; "$@" | head -n 1';
    const { stdout, stderr } = await execa('bash', ['-c', script, 'bash', process.execPath, PROGRAM, 'show', dir, ORACLE], { reject: false });
    expect({ stdout, stderr }).toEqual({ stdout: `${ORACLE}, attempt 1 of 1`, stderr: '' });
  });
});
