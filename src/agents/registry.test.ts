import { expect, test } from 'vitest';
import { agentIds, findAdapter } from './registry.js';
import { CleanslateError } from '../common/errors.js';
import { formatPath } from '../common/place.js';

const place = (path: readonly PropertyKey[]): string => `m.yaml ${formatPath(['configurations', 2, ...path])}`;

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof CleanslateError) return error.line;
    throw error;
  }
  return 'accepted';
}

test('every known id finds its adapter', () => {
  expect(agentIds()).toContain('control/oracle-reader');
  for (const id of agentIds().filter((id) => id !== 'command')) expect(findAdapter({ agent: id }).id).toBe(id);
});

test('an unknown agent is refused with the known ones and its place', () => {
  expect(refusal(() => findAdapter({ agent: 'codx' }, place))).toMatch(/^m\.yaml configurations\[2\]\.agent: unknown agent `codx`; known: control\/oracle-reader, .*command$/);
});

test.each([
  [undefined, /needs a `command:` block/],
  [{}, /command\.argv: /],
  [{ argv: [] }, /command\.argv: /],
  [{ argv: [''] }, /command\.argv: must start with the program/],
  [{ argv: ['a', 1] }, /command\.argv\[1\]: /],
  [{ argv: ['a'], prompt: 'file:' }, /command\.prompt: must be argument, stdin or file:PATH/],
  [{ argv: ['a'], prompt: 'file:../x' }, /command\.prompt: /],
  [{ argv: ['a'], answer: 'file:/etc/passwd' }, /command\.answer: /],
  [{ argv: ['a'], answer: 'file:a/../../b' }, /command\.answer: /],
  [{ argv: ['a', '{prompt}'], prompt: 'stdin' }, /command\.argv: has \{prompt\}, which needs `prompt: argument`/],
  [{ argv: ['a', '{prompt_file}'] }, /command\.argv: has \{prompt_file\}, which needs `prompt: file:PATH`/],
  [{ argv: ['a'], env: { 'A B': '1' } }, /command\.env/],
  [{ argv: ['a'], retries: 3 }, /retries/],
])('a wrong command block is refused with its place: %j', (command, message) => {
  expect(refusal(() => findAdapter({ agent: 'command', command }, place))).toMatch(message);
});

test('a command block beside another agent is refused', () => {
  expect(refusal(() => findAdapter({ agent: 'control/amnesiac', command: { argv: ['a'] } }))).toMatch(/^command: `command` is only for `agent: command`/);
});
