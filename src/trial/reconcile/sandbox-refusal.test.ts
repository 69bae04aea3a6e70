import { expect, test } from 'vitest';
import { codex } from '../../agents/codex.js';
import type { WireCall } from './wire-calls.js';
import { sandboxRefusal } from './sandbox-refusal.js';

const call = (name: string, result: string | undefined): WireCall => ({ session: 1, exchange: 1, id: 'c', name, arguments: {}, unsure: false, after: [], ...(result !== undefined && { result }) });
const shell = (output: string, code: number): WireCall => call('exec_command', `Chunk ID: 1a2b3c\nWall time: 0.0000 seconds\nProcess exited with code ${String(code)}\nOriginal token count: 9\nOutput:\n${output}`);
const kinds = (...calls: WireCall[]): string[] => sandboxRefusal(calls, codex.refused).map(({ blame, kind }) => `${blame} ${kind}`);

/** As Codex 0.171 has it where there is no bubblewrap, and as bubblewrap has it where it may not do what it wants. */
const ABSENT = shell("\nthread 'main' (81) panicked at linux-sandbox/src/launcher.rs:68:13:\nbubblewrap is unavailable: no system bwrap was found on PATH\n", 101);
const FORBIDDEN = shell('bwrap: No permissions to create new namespace, likely because the kernel does not allow it.\n', 1);
const WORKS = shell('# Service\n', 0);

test('a Codex whose own sandbox cannot be set up is told by what it gives its model', () => {
  expect(kinds(ABSENT, ABSENT)).toEqual(['harness sandbox-refused']);
  expect(kinds(FORBIDDEN)).toEqual(['harness sandbox-refused']);
  expect(kinds(ABSENT, call('apply_patch', 'Failed to write file'), call('exec_command', undefined))).toEqual(['harness sandbox-refused']);
});

test('one call that went through says that it works, and so does a file that speaks of such an error', () => {
  expect(kinds(ABSENT, WORKS)).toEqual([]);
  expect(kinds(shell('We saw this once:\nbwrap: No permissions to create new namespace\n', 0))).toEqual([]);
  expect(kinds(call('exec_command', undefined))).toEqual([]);
  expect(kinds()).toEqual([]);
  expect(sandboxRefusal([ABSENT], undefined)).toEqual([]);
});
