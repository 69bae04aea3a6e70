import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Replay } from '../../src/campaign/replay/replay.js';
import { cleanslate, controls, manifestFile, type Finished } from '../support/cleanslate.js';
import { suiteDirectory, temporaryDirectory } from '../support/temporary.js';

/** Remembers in its home what it was asked. */
const COUNTS = `const { appendFileSync, readFileSync } = require('node:fs');
appendFileSync(process.env.HOME + '/asked', readFileSync(0, 'utf8').split('\\n')[0] + '\\n');
console.log(readFileSync(process.env.HOME + '/asked', 'utf8'));`;

/** Changes one byte of the first place where a text stands in what trials were seeded with. */
export function changeSeed(dir: string, text: string): string {
  for (const name of readdirSync(join(dir, 'material'))) {
    const file = join(dir, 'material', name);
    const bytes = readFileSync(file);
    const at = bytes.indexOf(text);
    if (at === -1 || bytes.indexOf('ustar') === -1) continue;
    bytes.write('X', at);
    writeFileSync(file, bytes);
    return name;
  }
  throw new Error(`nothing was seeded with ${text}`);
}

describe('a trial of a campaign of sixty, reproduced from a copy in another place', () => {
  const folder = suiteDirectory();
  let copy: string;
  const replay = (id: string, ...args: string[]): Promise<Finished> => cleanslate(['replay', copy, id, ...args], {}, temporaryDirectory());

  beforeAll(async () => {
    const dir = join(folder(), 'campaign');
    const program = { id: 'program', agent: 'command', command: { argv: ['node', '--eval', COUNTS], prompt: 'stdin' } };
    const small = controls(['oracle-reader', 'leaker', 'fragment-quoter', 'inventor', 'stale-reader'], ['handoff', 'contextos'], 5);
    const sessions = { id: 'sessions', scenario: 'short', profiles: ['instructions', 'handoff'], sessions: [{ turns: ['first', 'second'] }, { turns: ['third', 'probe'] }] };
    const manifest = { ...small, tasks: [{ scenario: 'short', profiles: ['handoff', 'contextos'] }, sessions], configurations: [...(small as { configurations: object[] }).configurations, program] };
    const run = await cleanslate(['run', manifestFile(manifest, folder()), '--engine', 'local', '--out', dir, '--only', '{*.short.*.run-*,program.sessions.handoff.run-5}', '--allow-unisolated']);
    expect({ exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr }).toEqual({ exitCode: 0, stderr: '' });
    copy = join(folder(), 'elsewhere', 'a copy');
    cpSync(dir, copy, { recursive: true });
    renameSync(dir, `${dir}-gone`);
  }, 300_000);

  test.each(['oracle-reader.short.contextos.run-3', 'leaker.short.handoff.run-4', 'stale-reader.short.contextos.run-2', 'program.sessions.handoff.run-5'])('%s does the same again', async (id) => {
    const { exitCode, stdout } = await replay(id);
    expect({ exitCode, stdout: exitCode === 0 ? '' : stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stdout).toMatch(new RegExp(`^${id}, attempt 1, again: no model, local\\nstarting state: the same, [0-9a-f]{64}\\nequal: \\d+ tool calls and their results, \\d+ file changes, the answer and its score`));
  });

  test('nothing is left of a replay, and the campaign is as it was', async () => {
    expect(readdirSync(copy)).not.toContain('replays');
    expect((await cleanslate(['verify', copy])).exitCode).toBe(0);
  });

  test('what is kept lies beside the evidence: the attempt, its comparison, the files it left', async () => {
    const { stdout } = await replay('leaker.short.handoff.run-4', '--keep', '--json');
    const { kept, equal } = JSON.parse(stdout) as Replay;
    expect({ kept, equal }).toEqual({ kept: join(copy, 'replays/leaker.short.handoff.run-4/1'), equal: true });
    expect(readdirSync(kept ?? '').sort()).toEqual(['after-session-1.tar', 'attempt', 'replay.json']);
    expect((await execa('tar', ['-tf', join(kept ?? '', 'after-session-1.tar')])).stdout.split('\n')).toEqual(expect.arrayContaining(['home/dev/.working-notes.json', 'home/projects/app/HANDOFF.md']));
    expect(JSON.parse((await replay('leaker.short.handoff.run-4', '--live', '--json')).stdout)).toMatchObject({ mode: 'live', kept: join(copy, 'replays/leaker.short.handoff.run-4/2') });
    expect((await cleanslate(['verify', copy])).exitCode).toBe(0);
  });

  test('after one byte of a seed was changed, the first step that saw it is named, with both sides', async () => {
    const changed = join(temporaryDirectory(), 'changed');
    cpSync(copy, changed, { recursive: true });
    const name = changeSeed(changed, 'SQLite database');
    const { exitCode, stdout } = await cleanslate(['replay', changed, 'oracle-reader.short.handoff.run-1']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`note: material/${name}, the workspace, is not what its name says: used as it is now`);
    expect(stdout).toMatch(/starting state: another one, .*\n {2}initial state: \/home\/projects\/app\/HANDOFF\.md\n {4}recorded: file 0644, \d+ bytes, [0-9a-f]{12}\n/);
    expect(stdout).toMatch(/first divergent step: tool result: event \d+ read .*HANDOFF\.md"} at \/result\/sha256\n {2}recorded: [0-9a-f]{64}\n {2}replayed: [0-9a-f]{64}\nafter it: message/);
    expect((await cleanslate(['verify', changed])).stdout).toContain(`FAIL material/${name}: changed`);
  });

  test('what of its evidence was changed since is told beside the difference that it makes', async () => {
    const changed = join(temporaryDirectory(), 'changed');
    cpSync(copy, changed, { recursive: true });
    const answer = join(changed, 'trials/oracle-reader.short.handoff.run-2/attempt-1/answer.txt');
    writeFileSync(answer, readFileSync(answer, 'utf8').replace('sqlite', 'oracle'));
    const { exitCode, stdout } = await cleanslate(['replay', changed, 'oracle-reader.short.handoff.run-2']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('note: the evidence is not as it was sealed: trials/oracle-reader.short.handoff.run-2/attempt-1/answer.txt: changed\n');
    expect(stdout).toContain('first divergent step: answer');
  });

  test('what is missing is named', async () => {
    const poor = join(temporaryDirectory(), 'poor');
    cpSync(copy, poor, { recursive: true });
    const { material } = JSON.parse(readFileSync(join(poor, 'campaign.json'), 'utf8')) as { material: { workspaces: Record<string, string> } };
    const path = material.workspaces['short/handoff'] ?? '';
    rmSync(join(poor, path));
    const gone = await cleanslate(['replay', poor, 'oracle-reader.short.handoff.run-1']);
    expect(gone).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`${basename(path)}: is missing: the workspace that the trial started from; copy the whole campaign`) as string });
    rmSync(join(poor, 'trials/oracle-reader.short.contextos.run-2/attempt-1/trace.jsonl'));
    expect(await cleanslate(['replay', poor, 'oracle-reader.short.contextos.run-2'])).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/run-2\/attempt-1\/trace\.jsonl: is missing: it belongs to the evidence of the trial; copy the whole campaign$/) as string });
    expect(await replay('oracle-reader.short.handof.run-1')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there is oracle-reader.short.handoff.run-1') as string });
    expect(await replay('oracle-reader.short.handoff.run-1', '--live', '--recorded')).toMatchObject({ exitCode: 2 });
  });
});
