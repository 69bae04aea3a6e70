import { execa } from 'execa';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cleanslate, commandCampaign, controls, manifestFile, PROGRAM, start } from '../support/cleanslate.js';
import { untilUnderWay } from '../support/journal.js';
import { temporaryDirectory } from '../support/temporary.js';

/** A run on a terminal, which has a size as real ones do. */
const onTerminal = (args: readonly string[], env: Record<string, string> = {}) => {
  const command = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  return execa('script', ['--quiet', '--return', '--command', `stty cols 120 rows 40; ${command}`, '/dev/null'], { reject: false, env, stdin: 'ignore' });
};
const hasTerminals = (await execa('script', ['--version'], { reject: false })).exitCode === 0;
const ESCAPE = '\u001b';

describe('progress', () => {
  test('goes to standard error, one plain line an attempt; results go to standard output', async () => {
    const { stdout, stderr } = await cleanslate(['run', manifestFile(controls(['amnesiac'], ['handoff', 'contextos'], 1)), '--engine', 'local', '--out', join(temporaryDirectory(), 'campaign')]);
    // What a harness left that another test killed is taken away first, and that is said too.
    expect(stderr.split('\n').filter((line) => !line.startsWith('removed ')).slice(0, 2).sort()).toEqual([
      expect.stringMatching(/^\[1\/2\] amnesiac\.short\.(handoff|contextos)\.run-1 attempt 1: 0\/4 grounded$/) as string,
      expect.stringMatching(/^\[2\/2\] amnesiac\.short\.(handoff|contextos)\.run-1 attempt 1: 0\/4 grounded$/) as string,
    ]);
    expect(stderr).not.toContain(ESCAPE);
    expect(stdout).toMatch(/^# small\n\nAll 2 trials complete\.\n/);
    expect(stdout).not.toMatch(/\[1\/2\]|\u001b/);
  });

  test('--json: nothing but JSON on standard output', async () => {
    const { stdout } = await cleanslate(['run', manifestFile(controls(['amnesiac'], ['handoff'], 1)), '--engine', 'local', '--out', join(temporaryDirectory(), 'campaign'), '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ campaign: 'small', trials: 1, complete: 1, invalid: {}, different_initial_states: [] });
  });

  test.skipIf(!hasTerminals)('on a terminal: what runs, what is done, in place; with NO_COLOR without colours', async () => {
    const args = ['run', manifestFile(controls(['amnesiac'], ['handoff'], 1)), '--engine', 'local', '--out', join(temporaryDirectory(), 'campaign')];
    const { exitCode, stdout } = await onTerminal(args, { NO_COLOR: '1' });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('0 of 1 trials done, 0 invalid attempts');
    expect(stdout).toMatch(/amnesiac +0\/1 +1 +0/);
    expect(stdout).toContain('  amnesiac.short.handoff.run-1  0 s');
    expect(stdout).toContain(`${ESCAPE}[`);
    expect(stdout).not.toMatch(/\u001b\[[0-9;]*m/);
    expect(stdout).toContain('All 1 trials complete.');
  });
});

test('doctor says what there is, and which engine a run would take', async () => {
  const { exitCode, stdout } = await cleanslate(['doctor', '--engine', 'local']);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').every((line) => line.startsWith('ok   '))).toBe(true);
  expect(stdout).toMatch(/^ok {3}cleanslate \d+\.\d+\.\d+, node v\d+/);
  expect(stdout).toMatch(/^ok {3}git version /m);
  expect(stdout).toMatch(/^ok {3}local: chosen, asked for$/m);
  expect(stdout).toMatch(/^ok {3}local sandboxes: name local, isolation (bubblewrap|none), /m);
  // What is not there is not said to be ok.
  expect((await cleanslate(['doctor'])).stdout.split('\n').filter((line) => /: (absent|no-answer|not-asked|unusable),|not built yet/.test(line)).every((line) => line.startsWith('-   '))).toBe(true);
  const json = JSON.parse((await cleanslate(['doctor', '--engine', 'local', '--json'])).stdout) as { ok: boolean; lines: { ok: boolean; line: string }[] };
  expect({ ok: json.ok, lines: json.lines.map(({ line }) => `ok   ${line}`).join('\n') }).toEqual({ ok: true, lines: stdout });
  expect(await cleanslate(['doctor', '--engine', 'local', '--quiet'])).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

test('agents lists every adapter with what it keeps where; one of them, and as data', async () => {
  const all = await cleanslate(['agents']);
  expect(all.stdout).toMatch(/^control\/leaker /m);
  expect(all.stdout).toMatch(/^codex /m);
  const one = await cleanslate(['agents', 'control/leaker']);
  expect(one.stdout).toMatch(/^control\/leaker [^\n]*\n {2}memory +~\/\.working-notes\.json/);
  expect(JSON.parse((await cleanslate(['agents', 'control/leaker', '--json'])).stdout)).toMatchObject([{ id: 'control/leaker', state: expect.arrayContaining([expect.objectContaining({ class: 'memory', pattern: '~/.working-notes.json' })]) as object }]);
});

test('clean removes what a killed harness left, says so, and then has nothing of it left to remove', async () => {
  const at = temporaryDirectory();
  chmodSync(at, 0o711);
  mkdirSync(join(at, 'tmp'));
  const env = { TMPDIR: join(at, 'tmp') };
  const harness = start(['run', manifestFile(commandCampaign({ argv: ['sleep', '600'], prompt: 'stdin' })), '--engine', 'local', '--out', join(at, 'campaign')], env);
  await untilUnderWay(join(at, 'campaign'), 0);
  harness.kill('SIGKILL');
  await harness;
  const clean = async (): Promise<string[]> => (JSON.parse((await cleanslate(['clean', '--json'], env)).stdout) as string[]).filter((line) => line.includes(`:${String(harness.pid)}:`));
  expect(await clean()).toContainEqual(expect.stringMatching(/^removed .*cleanslate-material-\w+ of dead process/));
  expect(await clean()).toEqual([]);
});
