import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ResetRecord } from '../../src/trial/reset/reset-record.js';
import type { AttemptRecord } from '../../src/trial/attempt-record.js';
import { CANARY_PREFIX } from '../../src/trial/reset/canary.js';
import { cleanslate, LIMITS, manifestFile } from '../support/cleanslate.js';
import { describeOnEveryMachine } from '../support/machines.js';
import { suiteDirectory } from '../support/temporary.js';

/** Answers with what it remembers and what it finds, then remembers what it was asked; leaves traces in several classes. */
const AGENT = `mkdir -p ~/mem ~/chats ~/odd
printf 'remembers: %s; sees: %s' "$(cat ~/mem/* 2>/dev/null)" "$(ls)"
head -c 12 > ~/mem/note
echo said >> ~/chats/log; echo x > ~/odd/x
echo work >> work.txt; rm -f README.md; chmod 755 package.json; ln -sf work.txt link`;

const command = {
  argv: ['sh', '-c', AGENT],
  prompt: 'stdin',
  state: [{ pattern: '~/mem/**', class: 'memory' }, { pattern: '~/chats/**', class: 'history' }],
};

const manifest = {
  campaign: 'resets',
  runs: 1,
  limits: LIMITS,
  tasks: [
    {
      scenario: 'short',
      profiles: ['handoff'],
      sessions: [{ turns: ['The first fact.'] }, { turns: ['The second.'], resets: { history: 'declared' } }, { turns: ['probe'], warmup: ['test -e HANDOFF.md && echo warm'] }],
    },
  ],
  configurations: [
    { id: 'cleared', agent: 'command', command },
    { id: 'memory', agent: 'command', command, resets: { memory: 'declared' }, settle: { path: '~/mem/*', stable_seconds: 0, seconds: 20 } },
    { id: 'work', agent: 'command', command, resets: { workspace: 'declared' } },
    { id: 'silent', agent: 'command', command: { ...command, argv: ['sh', '-c', 'cat >/dev/null; echo nothing'] }, memory: { feature: 'on' }, settle: { path: '~/mem/*', stable_seconds: 0, seconds: 0.5 } },
    { id: 'leaker', agent: 'control/leaker' },
  ],
};

describeOnEveryMachine('resets between sessions', (machine) => {
  const folder = suiteDirectory();
  let dir: string;
  let summary: string;
  const attempt = (configuration: string): string => join(dir, `trials/${configuration}.short.handoff.run-1/attempt-1`);
  const text = (configuration: string, name: string): string => readFileSync(join(attempt(configuration), name), 'utf8');
  const reset = (configuration: string, session: number): ResetRecord => JSON.parse(text(configuration, `session-${String(session)}/reset.json`)) as ResetRecord;
  const record = (configuration: string): AttemptRecord => JSON.parse(text(configuration, 'attempt.json')) as AttemptRecord;
  const carried = (configuration: string, session: number): string[] => reset(configuration, session).carried.map((entry) => `${String(entry.class)} ${entry.path}`);

  beforeAll(async () => {
    dir = join(folder(), 'campaign');
    const { exitCode, stdout, stderr } = await cleanslate(['run', manifestFile(manifest, folder()), '--engine', machine, '--out', dir, '--allow-unisolated']);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    summary = stdout;
  }, 300_000);

  test('what nobody declares is cleared: the last session remembers nothing and finds the workspace as it was', () => {
    expect(text('cleared', 'answer.txt')).toBe('remembers: ; sees: AGENTS.md\nHANDOFF.md\nREADME.md\npackage.json\nsrc');
    expect(carried('cleared', 3)).toEqual([]);
    expect(reset('cleared', 3).initial_state).toBe(reset('cleared', 1).initial_state);
    expect(reset('cleared', 3).cleared.map(({ path }) => path)).toEqual([
      '/home/dev/chats/log', '/home/dev/mem/note', '/home/projects/app/link', '/home/projects/app/package.json', '/home/projects/app/work.txt',
    ]);
  });

  test('declared memory is carried, named file by file and kept; one session may say otherwise than its configuration', () => {
    expect(text('memory', 'answer.txt')).toMatch(/^remembers: The second\.; sees: AGENTS\.md/);
    expect(carried('memory', 2)).toEqual(['history /home/dev/chats/log', 'memory /home/dev/mem/note']);
    expect(carried('memory', 3)).toEqual(['memory /home/dev/mem/note']);
    const { seed, initial_state } = reset('memory', 3);
    expect(readFileSync(join(dir, 'material', seed.carried ?? '')).includes('The second.')).toBe(true);
    expect(text('memory', 'material.jsonl')).toContain(JSON.stringify({ sha256: seed.carried, use: 'session-3/carried' }));
    expect(record('memory').sessions?.map((session) => session.initial_state)).toEqual([record('memory').initial_state, reset('memory', 2).initial_state, initial_state]);
    expect(JSON.parse(text('memory', 'session-1/settle.json'))).toMatchObject({ met: true, written: ['/home/dev/mem/note'] });
  });

  test('a declared workspace is as it was left, with deletions, modes and links', () => {
    expect(text('work', 'answer.txt')).toBe('remembers: ; sees: AGENTS.md\nHANDOFF.md\nlink\npackage.json\nsrc\nwork.txt');
    const entries = (JSON.parse(text('work', 'session-3/initial.json')) as { entries: { path: string; mode: string; link?: string }[] }).entries;
    expect(entries.find(({ path }) => path === '/home/projects/app/package.json')).toMatchObject({ mode: '0755' });
    expect(entries.find(({ path }) => path === '/home/projects/app/link')).toMatchObject({ link: 'work.txt' });
    expect(text('work', 'changes/workspace/changes.patch')).toContain('+work');
  });

  test('every session is proved before its first prompt, and says what nobody declared', () => {
    for (const configuration of ['cleared', 'memory', 'work', 'leaker']) for (const session of [1, 2, 3]) expect(reset(configuration, session)).toMatchObject({ differences: [], canaries: [] });
    expect(reset('memory', 2).undeclared.map(({ path }) => path)).toEqual(['/home/dev/odd/x']);
    expect(summary).toContain('Reset proof: 15 sessions, each begun from the declared state; none saw what another had left.');
    expect(summary).toContain('Undeclared state of memory, never carried: /home/dev/odd/x.');
    expect(summary).toContain('| leaker | control/leaker | short | handoff | 1/1 | 0 |');
  });

  test('the summary says in how many states the later sessions began', () => {
    expect(summary).toContain('Sessions after the first: 10 of 10 began in one state over all their runs.');
  });

  test('memory that is on and is not written is told', () => {
    expect(record('silent').signals.map(({ blame, kind, message }) => `${blame} ${kind} ${message.slice(0, 10)}`)).toEqual(['agent memory-not-written session 1:', 'agent memory-not-written session 2:', 'agent memory-never-written memory is ']);
    expect(record('silent').valid).toBe(true);
    expect(summary).toContain('MEMORY NOT WRITTEN although it was on, or waited for, in: trials/silent.short.handoff.run-1/attempt-1.');
  });

  test('warm-up commands run before the first prompt, and are kept', () => {
    expect(text('cleared', 'session-3/warmup-1.stdout')).toBe('warm\n');
    expect(text('cleared', 'trace.jsonl')).toContain('"name":"warmup","arguments":{"command":"test -e HANDOFF.md && echo warm"}');
  });

  test('a canary is left in all that is cleared, and in nothing that is carried or kept', () => {
    const left = record('memory').canaries.map((canary) => `${String(canary.session)} ${canary.class}`);
    expect(left).toEqual(['1 workspace', '2 history', '2 workspace', '3 history', '3 memory', '3 workspace']);
    expect(record('memory').canaries[0]?.nonce).toMatch(new RegExp(`^${CANARY_PREFIX}:[0-9a-f]{16}:resets/memory\\.short\\.handoff\\.run-1/attempt-1/session-1/workspace$`));
    const { seed } = reset('memory', 3);
    expect(readFileSync(join(dir, 'material', seed.carried ?? '')).includes(CANARY_PREFIX)).toBe(false);
  });

  test('show names what each session was given, and verify finds all of it', async () => {
    expect((await cleanslate(['show', dir, 'memory.short.handoff.run-1'])).stdout).toContain('    declared: memory; everything else cleared\n    carried: 1 file\n      memory       /home/dev/mem/note, ');
    expect((await cleanslate(['verify', dir])).exitCode).toBe(0);
  });
});

describe('a manifest with resets', () => {
  const withTask = (sessions: unknown, configuration: object = {}): object =>
    ({ ...manifest, tasks: [{ scenario: 'short', profiles: ['handoff'], sessions }], configurations: [{ id: 'one', agent: 'control/amnesiac', ...configuration }] });
  test.each([
    ['a reset before the first session', withTask([{ turns: ['probe'], resets: { memory: 'declared' } }]), 'the first session follows no other'],
    ['an unknown class', withTask([{ turns: ['x'] }, { turns: ['probe'], resets: { thoughts: 'declared' } }]), 'thoughts'],
    ['a conversation that a control cannot go on with', withTask([{ turns: ['x'] }, { turns: ['probe'], conversation: 'resume' }]), 'control/amnesiac has no conversations'],
    ['a conversation without its history', withTask([{ turns: ['x'] }, { turns: ['probe'], conversation: 'resume' }], { agent: 'codex', model: { label: 'm', provider: 'scripted' } }), 'add `resets: { history: declared }`'],
    ['a conversation that its agent cannot compact', withTask([{ turns: ['x'] }, { turns: ['probe'], conversation: 'compact', resets: { history: 'declared' } }], { agent: 'codex', model: { label: 'm', provider: 'scripted' } }), 'codex has no command to compact its conversation'],
  ])('is refused for %s', async (_what, file, message) => {
    const { exitCode, stderr } = await cleanslate(['run', manifestFile(file), '--dry-run']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) as string });
  });
});
