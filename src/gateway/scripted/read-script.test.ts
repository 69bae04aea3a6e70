import { expect, test } from 'vitest';
import { UserError } from '../../common/errors.js';
import { parseScript, readScript } from './read-script.js';

test.each([
  ['turns:\n  - run: ls\n  - anser: x\n', 's.yaml:3:12 turns[1].anser: unknown key `anser`'],
  ['turns:\n  - { run: ls, read: x }\n', 's.yaml:2:5 turns[0]: needs exactly one of run, read, write'],
  ['turns:\n  - think: hm\n', 's.yaml:2:5 turns[0]: needs exactly one of'],
  ['turns: []\n', 's.yaml:1:8 turns: '],
  ['turns: [{ answer: a }]\nsessions: []\n', 's.yaml:2:11 sessions: '],
  ['{}\n', 's.yaml:1:1: needs either `turns` or `sessions`'],
  ['turns:\n  - fail: { status: 200 }\n', 's.yaml:2:21 turns[0].fail.status: '],
  ['turns:\n  - write: { path: x }\n', 's.yaml:2:12 turns[0].write.content: '],
  ['turns:\n  - run: [\n', 's.yaml:3:1: '],
  ['turns:\n  - run: a\n    run: b\n', 's.yaml:3:5: '],
  ['', 's.yaml'],
])('%j is refused with its place', (text, line) => {
  try {
    parseScript(text, 's.yaml');
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).line).toContain(line);
  }
});

test('a script that is not there is the user\'s mistake', async () => {
  await expect(readScript('/nowhere/s.yaml')).rejects.toMatchObject({ code: 'CLEANSLATE_SCRIPT_UNREADABLE', exitCode: 2 });
});
