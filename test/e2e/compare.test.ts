import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ComparedTrials } from '../../src/campaign/compare-trials.js';
import { cleanslate, controls, manifestFile, type Finished } from '../support/cleanslate.js';
import { suiteDirectory } from '../support/temporary.js';

const trial = (configuration: string, profile = 'handoff', run = 1): string => `${configuration}.short.${profile}.run-${String(run)}`;

describe('compare', () => {
  const folder = suiteDirectory();
  let dir: string;
  const compare = (...args: string[]): Promise<Finished> => cleanslate(['compare', dir, ...args]);
  const compared = async (...args: string[]): Promise<ComparedTrials> => JSON.parse((await compare(...args, '--json')).stdout) as ComparedTrials;

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const clock = { argv: ['sh', '-c', `date +%s%N > stamp.txt; echo '{"answers":{}}'`], prompt: 'stdin', answer: 'json' };
    const manifest = controls(['oracle-reader', 'leaker'], ['handoff', 'contextos'], 2);
    await cleanslate(['run', manifestFile({ ...manifest, configurations: [...(manifest['configurations'] as object[]), { id: 'clock', agent: 'command', command: clock }] }, folder()), '--engine', 'local', '--out', dir]);
  });

  test('two runs of what always does the same are the same', async () => {
    const { exitCode, stdout } = await compare(trial('oracle-reader'), trial('oracle-reader', 'handoff', 2));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^a: oracle-reader\.short\.handoff\.run-1, attempt 1\nb: oracle-reader\.short\.handoff\.run-2, attempt 1\nthe same initial state [0-9a-f]{64}\nno difference$/);
  });

  test('two agents on one task: the first event that is another, the files of one, answer and score', async () => {
    const { exitCode, stdout } = await compare(trial('oracle-reader'), trial('leaker'));
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/the same initial state [0-9a-f]{64}\nfirst difference: tool call: event \d+ list .*\n {2}a: \S.*\n {2}b: /);
    const { equal, divergences } = await compared(trial('oracle-reader'), trial('leaker'));
    expect(equal).toBe(false);
    expect([...new Set(divergences.map(({ kind }) => kind))]).toEqual(['tool-call', 'file-change', 'answer', 'score']);
    expect(divergences.find(({ kind }) => kind === 'file-change')).toMatchObject({ where: '/home/dev/.working-notes.json', a: null, b: expect.stringContaining('created, file') as string });
    expect(divergences.find(({ kind }) => kind === 'score')).toMatchObject({ a: '4', b: '0', where: 'score.json at /grounded_correct' });
  });

  test('two profiles: each file that one had and the other had not, before anything happened', async () => {
    const { a, b, divergences } = await compared(trial('oracle-reader'), trial('oracle-reader', 'contextos'));
    expect(a.initial_state).not.toBe(b.initial_state);
    const initial = divergences.filter(({ kind }) => kind === 'initial-state');
    expect(divergences.slice(0, initial.length)).toEqual(initial);
    expect(initial.find(({ where }) => where === '/home/projects/app/HANDOFF.md')).toMatchObject({ a: expect.stringMatching(/^file 0644, \d+ bytes, [0-9a-f]{12}$/) as string, b: null });
  });

  test('a file that is another each time is a difference, with both sides around it', async () => {
    const { divergences } = await compared(trial('clock'), trial('clock', 'handoff', 2));
    expect(divergences).toHaveLength(1);
    expect(divergences[0]).toMatchObject({ kind: 'file-change', where: '/home/projects/app/stamp.txt', a: expect.stringMatching(/\+\d+/) as string });
  });

  test('a trial that is not there is refused with what may have been meant', async () => {
    expect(await compare('oracel-reader.short.handof.run-1', trial('leaker'))).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no trial "oracel-reader.short.handof.run-1"; there is oracle-reader.short.handoff.run-1') as string });
    expect(await compare(trial('leaker'), trial('leaker'), '--attempt-b', '7')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no attempt 7 of leaker.short.handoff.run-1; it has attempts 1 to 1') as string });
  });
});
