import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../src/trace/events.js';
import { cleanslate, commandCampaign, jsonLines, manifestFile } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { temporaryDirectory } from '../support/temporary.js';

/** Counts how often it was asked in this home, and tells the first line of what it was asked. */
const COUNTS = `const { appendFileSync, readFileSync } = require('node:fs');
const prompt = readFileSync(0, 'utf8');
appendFileSync(process.env.HOME + '/asked', prompt.split('\\n')[0].slice(0, 20) + '\\n');
console.log('asked here: ' + readFileSync(process.env.HOME + '/asked', 'utf8').trim().split('\\n').join(' | '));
if (prompt.startsWith('fail')) process.exit(3);`;

const campaign = (sessions: unknown): object =>
  commandCampaign({ argv: ['node', '--eval', COUNTS], prompt: 'stdin' }, { tasks: [{ scenario: 'short', profiles: ['handoff'], sessions }] });

const attempt = (dir: string): string => join(dir, 'trials/program.short.handoff.run-1/attempt-1');
const text = (dir: string, name: string): string => readFileSync(join(attempt(dir), name), 'utf8');

describeOnEveryMachine('a trial of several sessions', (machine) => {
  test('asks turn by turn in one home, begins each session in a new one, and scores the last answer', { timeout: 300_000 }, async () => {
    const folder = temporaryDirectory();
    const dir = join(folder, 'campaign');
    writeFileSync(join(folder, 'second.txt'), 'second, from a file\nand more');
    const manifest = manifestFile(campaign([{ turns: ['first', { file: 'second.txt' }, 'third'] }, { turns: ['fail here', 'never asked'] }, { turns: ['fourth', 'probe'] }]), folder);
    const { exitCode, stdout, stderr } = await cleanslate(['run', manifest, '--engine', machine, '--out', dir, '--allow-unisolated']);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain('All 1 trials complete.\nNo invalid attempts.');

    expect(text(dir, 'session-1/prompts/turn-2.txt')).toBe('second, from a file\nand more');
    expect(text(dir, 'session-1/stdout-turn-3')).toBe('asked here: first | second, from a file | third\n');
    expect(text(dir, 'session-2/stdout')).toBe('asked here: fail here\n');
    expect(existsSync(join(attempt(dir), 'session-2/stdout-turn-2')), 'a turn after one that failed').toBe(false);
    expect(text(dir, 'answer.txt')).toBe('asked here: fourth | Please answer the qu\n');

    const record = JSON.parse(text(dir, 'attempt.json')) as Record<string, unknown>;
    expect(record).toMatchObject({
      valid: true, ended: 'agent-exit', exit: { code: 0 }, files_changed: 3,
      signals: [{ blame: 'agent', kind: 'exit-code', message: 'session 2: the program ended with exit code 3' }],
      sessions: [{ session: 1, turns: 3, exit: { code: 0 } }, { session: 2, turns: 1, exit: { code: 3 } }, { session: 3, turns: 2 }],
    });
    const trace = jsonLines(text(dir, 'trace.jsonl')) as unknown as TraceEvent[];
    expect(trace.filter(({ type }) => type === 'prompt').map(({ session, id }) => `${String(session)} ${String(id)}`)).toEqual(['1 turn-1', '1 turn-2', '1 turn-3', '2 turn-1', '3 turn-1', '3 turn-2']);
    expect(trace.filter(({ type }) => type === 'message').map(({ session, raw }) => `${String(session)} ${String(raw?.file)}`)).toContain('3 session-3/stdout-turn-2');

    expect(text(dir, 'session-1/changes/home/changes.patch')).toContain('+third');
    expect(text(dir, 'changes/home/changes.patch')).not.toContain('+third');
    const shown = (await cleanslate(['show', dir, 'program.short.handoff.run-1'])).stdout;
    expect(shown.match(/^Changes in .*$/gm)).toEqual(['session-1/home', 'session-1/workspace', 'session-2/home', 'session-2/workspace', 'home', 'workspace'].map((root) => `Changes in ${root}`));
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });
});

describe('a manifest with sessions', () => {
  test.each([
    [[{ turns: ['probe', 'more'] }], '`probe` can only be the last turn of the last session'],
    [[{ turns: ['probe'] }, { turns: ['probe'] }], '`probe` can only be the last turn of the last session'],
    [[{ turns: [] }, { turns: ['probe'] }], 'sessions[0].turns'],
    [[{ turns: [{ file: 'nowhere.txt' }] }], 'prompt nowhere.txt cannot be read'],
  ])('that cannot be asked is refused: %j', async (sessions, message) => {
    const { exitCode, stderr } = await cleanslate(['run', manifestFile(campaign(sessions)), '--dry-run']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) as string });
  });
});
