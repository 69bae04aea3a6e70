import { expect, test } from 'vitest';
import { GENERAL, ISO_TIME, TODAY } from '../common/varying.js';
import { builtinAdapters } from './registry.js';
import { isVarying } from './state-table.js';

const [HOME, WORKSPACE] = ['/home/dev', '/home/projects/app'];

test('the day of the run is found as each CLI tells it, a date of the project is not', () => {
  const told = [
    '<current_date>2026-11-30</current_date>', "Today's date is 2026-11-30.", "Today's date is Monday, November 30, 2026 (formatted", "Today's date: Mon Nov 30 2026", 'The current date is: Monday, November 30, 2026.',
  ];
  for (const text of told) expect(text.replaceAll(TODAY.pattern, '<date>'), text).not.toMatch(/2026|November|Nov 30/);
  const note = 'The launch is on 2026-12-01, a Tuesday; the report of November 30, 2026 says so.';
  expect(note.replaceAll(TODAY.pattern, '<date>')).toBe(note);
});

test('a time is a time also where it names a file', () => {
  for (const text of ['2026-11-30T11:14:20.171Z', '2026-11-30T11-14-20-171Z', '2026-11-30 11:14']) expect(text.replaceAll(ISO_TIME.pattern, '<time>')).toBe('<time>');
  expect('2026-11-30T11-14-20-page.md'.replaceAll(ISO_TIME.pattern, '<time>')).toBe('<time>-page.md');
});

test.each(builtinAdapters().map((adapter) => [adapter.id, adapter] as const))('%s: masks are global, and no file of a workspace or of instructions is masked', (_, { varies = GENERAL }) => {
  expect(varies.texts.filter(({ pattern }) => !pattern.global)).toEqual([]);
  expect(varies.files.filter(({ pattern }) => !pattern.startsWith('~/'))).toEqual([]);
  for (const path of [`${WORKSPACE}/HANDOFF.md`, `${WORKSPACE}/src/main.ts`, `${HOME}/.codex/AGENTS.md`, `${HOME}/.codex/memories/raw_memories.md`, `${HOME}/.claude/CLAUDE.md`, `${HOME}/.claude/projects/-home-projects-app/memory/MEMORY.md`, `${HOME}/.gemini/GEMINI.md`, `${HOME}/.gemini/tmp/app/memory/MEMORY.md`, `${HOME}/.qwen/projects/-home-projects-app/memory/MEMORY.md`]) {
    expect(isVarying(path, varies.files, { home: HOME, workspace: WORKSPACE }), path).toBeUndefined();
  }
});
