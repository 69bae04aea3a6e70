import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildProgram } from '../program.js';
import { candidates } from './candidates.js';

const after = (...words: string[]): { values: string[]; files: boolean } => {
  const { values, files } = candidates(buildProgram(), words);
  return { values: values.map(({ value }) => value), files };
};

test('verbs, verbs below verbs, and options, each as far as it is typed', () => {
  expect(after('pro')).toEqual({ values: ['probe'], files: false });
  expect(after('images', 'b')).toEqual({ values: ['build'], files: false });
  expect(after('run', 'm.yaml', '--conc')).toEqual({ values: ['--concurrency'], files: false });
});

test('values of an option that has a closed set; file names for one that has not', () => {
  expect(after('run', '--engine', '')).toEqual({ values: ['auto', 'docker', 'local'], files: false });
  expect(after('run', '--out', '')).toEqual({ values: [], files: true });
  expect(after('run', '--dry-run', '')).toEqual({ values: [], files: true });
});

test('agents where an agent is asked for', () => {
  expect(after('probe', 'cl').values).toEqual(['claude-code']);
  expect(after('init', '--agent', 'pi').values).toEqual(['pi']);
});

test('trials of the campaign that was named before', ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'completion-'));
  onTestFinished(() => { rmSync(folder, { recursive: true }); });
  mkdirSync(join(folder, 'trials', 'oracle.short.handoff.run-1'), { recursive: true });
  writeFileSync(join(folder, 'campaign.json'), '{}');
  expect(after('show', folder, 'or').values).toEqual(['oracle.short.handoff.run-1']);
  expect(after('compare', folder, 'oracle.short.handoff.run-1', '').values).toEqual(['oracle.short.handoff.run-1']);
  expect(after('show', join(folder, 'nowhere'), '').values).toEqual([]);
});
