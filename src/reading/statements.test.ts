import { expect, test } from 'vitest';
import { CURRENT, RETIRED, SAID, statementsOf } from './statements.js';

const days = (path: string, text: string): (string | undefined)[] => statementsOf(path, text).map(({ day }) => day);
const ranks = (path: string, text = 'It is so.\n'): number[] => statementsOf(path, text).map(({ rank }) => rank);

test.each([
  ['2026-05-04: It is so.'], ['(2026-05-04) It is so.'], ['**4 May 2026**: It is so.'], ['On May 4th, 2026, it is so.'], ['As of 04.05.2026 it is so.'], ['Decided on 2026/05/04: it is so.'],
])('a statement may open with its day: %s', (text) => {
  expect(days('notes.md', `- ${text}\n`)).toEqual(['2026-05-04']);
});

test.each([
  ['a.md', '## 2026-05-04 Storage\n\nIt is so.\n'], ['a.md', '## Storage (4 May 2026)\n\n### Details\n\nIt is so.\n'], ['a.md', '---\ntitle: x\ndate: 2026-05-04\n---\n\nIt is so.\n'],
  ['2026-05-04.md', 'It is so.\n'], ['logs/20260504-x.txt', 'It is so.\n'], ['a/2026-05-04/b.md', 'It is so.\n'],
])('or get it from where it stands: %s %j', (path, text) => {
  expect(days(path, text)).toEqual(['2026-05-04']);
});

test('a day inside a sentence is what it speaks of, not when it was said', () => {
  expect(days('notes.md', 'The launch is on 2026-09-01.\n')).toEqual([undefined]);
  expect(days('notes.md', '## 2026-05-04\n\nThe launch is on 2026-09-01.\n')).toEqual(['2026-05-04']);
  expect(days('notes.md', '## Ticket 20261399 and 2026-13-40\n\nIt is so.\n')).toEqual([undefined]);
});

test('conversations count less than notes of what holds, and what is marked as over less than both', () => {
  for (const path of ['sessions/a.md', 'x/transcripts/b.md', 'meetings/2026/c.txt', 'history.md', '2026-05-04.md']) expect(ranks(path)).toEqual([SAID]);
  for (const path of ['HANDOFF.md', 'state/decisions.md', 'docs/adr/0001-x.md', 'notes.txt']) expect(ranks(path)).toEqual([CURRENT]);
  expect(ranks('a.md', '## Withdrawn\n\nIt is so.\n\n## Kept\n\nIt is so.\n')).toEqual([RETIRED, CURRENT]);
  expect(ranks('a.md', '## A\n\nIt is so. The old plan was withdrawn.\n')).toEqual([CURRENT, CURRENT]);
});

test('sentences are whole: abbreviations, versions, quotes and wrapped lines do not cut them', () => {
  const text = 'We use e.g. v2.1 of it, cf. Dr. No. It is "done." Is it?\n\n1. First\n   line. Second!\n2) Third (see a.b)\n';
  expect(statementsOf('a.md', text).map(({ text }) => text)).toEqual(['We use e.g. v2.1 of it, cf. Dr. No. It is "done."', 'Is it?', 'First\n   line.', 'Second!', 'Third (see a.b)']);
});

test('every statement stands verbatim in its file, whatever the file looks like', () => {
  for (const text of ['\r\n# A\r\n\r\n- b.\r\n- c\r\n', '| a | b |\n|---|---|\n| c. | d |\n', '> quoted. More.\n', '```\ncode\n', '---\nno end', '\u0000\ufeff# x', '']) {
    for (const statement of statementsOf('a.md', text)) expect(text).toContain(statement.text);
  }
});
