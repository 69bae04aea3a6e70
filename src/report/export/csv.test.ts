import { expect, test } from 'vitest';
import { csvOf } from './csv.js';

test('a header, CRLF, quotes where they are needed, empty cells for null, a score in columns of its own', () => {
  const lines = [
    { trial: 'a', raw_response: 'say "yes",\nor no', input_tokens: null, score: { questions: 4, results: [{ value: 'x' }] }, session_ids: ['s'] },
    { trial: 'b', raw_response: 'plain', score: { questions: 4, grounded_correct: 2 } },
  ];
  expect(csvOf(lines)).toBe([
    'trial,raw_response,input_tokens,score.questions,score.results,session_ids,score.grounded_correct',
    'a,"say ""yes"",\nor no",,4,"[{""value"":""x""}]","[""s""]",',
    'b,plain,,4,,,2',
    '',
  ].join('\r\n'));
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")'])('%j is no formula for a spreadsheet', (raw_response) => {
  const cell = csvOf([{ raw_response }]).split('\r\n').slice(1).join('\r\n').replace(/^"/, '');
  expect(cell.startsWith("'")).toBe(true);
});

test('a campaign without results is an empty file', () => {
  expect(csvOf([])).toBe('');
});
