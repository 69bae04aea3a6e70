import { expect, test } from 'vitest';
import { sha256 } from '../../common/digest.js';
import type { Entry } from '../../common/inventory.js';
import { differences, differenceText } from './differences.js';

const file = (path: string, text: string, mode = '0644'): Entry => ({ path, type: 'file', mode, uid: 1000, gid: 1000, size: text.length, sha256: sha256(text) });

test('the same state has no differences, in whatever order', () => {
  const [one, other] = [file('/home/dev/a', 'a'), file('/home/dev/b', 'b')];
  expect(differences('state', [one, other], [other, one])).toEqual([]);
});

test('one byte, one file and one that is gone are each named', () => {
  const expected = [file('/home/dev/a', 'a'), file('/home/dev/gone', ''), file('/home/dev/run', 'x', '0755')];
  const found = [file('/home/dev/a', 'ab'), file('/home/dev/run', 'x'), file('/home/projects/CLAUDE.md', 'Do this.')];
  expect(differences('state', expected, found).map(({ path, what }) => `${what} ${path}`)).toEqual([
    'different /home/dev/a', 'missing /home/dev/gone', 'different /home/dev/run', 'extra /home/projects/CLAUDE.md',
  ]);
  expect(differences('state', expected, found).map(differenceText)[2]).toBe("different in the agent's files: /home/dev/run (mode 0755 is 0644)");
});
