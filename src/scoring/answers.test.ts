import { describe, expect, test } from 'vitest';
import { fullMarks, oneCase, respond, type Answers } from '../../test/support/full-marks.js';
import { parseResponse } from './answers.js';
import { scoreCase } from './score.js';

const short = await oneCase('short/contextos');
const revision = await oneCase('revision/contextos');
const right = fullMarks(short);
const withAnswer = (answer: unknown): string => respond({ ...right, database: answer });
const { database: _, ...threeAnswers } = right;
const database = right['database'];

const failures: [string, string, string][] = [
  ['nothing', '', 'the response is empty'],
  ['white space', ' \n\t', 'the response is empty'],
  ['prose', 'The answer is SQLite.', 'the response is not JSON: it starts with other text'],
  ['a fence', `\`\`\`json\n${respond(right)}\n\`\`\``, 'the response is not bare JSON: it starts with a Markdown fence'],
  ['text before', `Here: ${respond(right)}`, 'the response is not JSON: it starts with other text'],
  ['text after', `${respond(right)}\nDone.`, 'the response is not JSON: it is cut short or goes on after the object'],
  ['half a response', respond(right).slice(0, 100), 'the response is not JSON: it is cut short or goes on after the object'],
  ['a second object', `${respond(right)}${respond(right)}`, 'the response is not valid JSON'],
  ['a trailing comma', respond(right).replace(/}}$/, '},}'), 'the response is not valid JSON'],
  ['two byte order marks', `\uFEFF\uFEFF${respond(right)}`, 'the response is not valid JSON'],
  ['a NUL', '\0', 'the response is not JSON: it starts with other text'],
  ['a list', '[]', 'the response is not an object with an object `answers`'],
  ['null', 'null', 'the response is not an object with an object `answers`'],
  ['no answers', '{}', 'the response is not an object with an object `answers`'],
  ['answers as a list', '{"answers": []}', 'the response is not an object with an object `answers`'],
  ['a key beside answers', JSON.stringify({ answers: right, notes: '' }), 'the response has unexpected "notes"'],
  ['a missing id', respond(threeAnswers), '`answers` lacks "database"'],
  ['an extra id', respond({ ...right, color: database }), '`answers` has unexpected "color"'],
  ['an id in other letters', respond({ ...threeAnswers, Database: database }), '`answers` lacks "database" and has unexpected "Database"'],
  ['an id that objects have', `{"answers": {"__proto__": 1, ${respond(right).slice(12, -1)}}`, '`answers` has unexpected "__proto__"'],
  ['an answer that is a string', withAnswer('sqlite'), 'the answer "database" is not an object'],
  ['a missing key', withAnswer({ value: 'sqlite', source: null }), 'the answer "database" lacks "quote"'],
  ['an extra key', withAnswer({ ...database, confidence: 1 }), 'the answer "database" has unexpected "confidence"'],
  ['a key of revision answers', withAnswer({ ...database, record_id: 'x' }), 'the answer "database" has unexpected "record_id"'],
  ['a value that is null', withAnswer({ ...database, value: null }), 'the answer "database" has a `value` that is not a string'],
  ['a value that is a number', withAnswer({ ...database, value: 1 }), 'the answer "database" has a `value` that is not a string'],
  ['a quote that is null', withAnswer({ ...database, quote: null }), 'the answer "database" has a `quote` that is not a string'],
  ['a source that is a list', withAnswer({ ...database, source: ['a'] }), 'the answer "database" has a `source` that is not a string or null'],
  ['an answer given twice', respond(right).replace('"export_format"', '"database": {"value":"x","source":null,"quote":""}, "export_format"'), 'the key "database" is given twice in one object'],
  ['a value given twice', respond(right).replace('"value":"sqlite"', '"value":"mysql","value":"sqlite"'), 'the key "value" is given twice in one object'],
  ['answers given twice', `{"answers": {}, ${respond(right).slice(1)}`, 'the key "answers" is given twice in one object'],
];

describe.each(failures)('%s is a format failure', (_, response, reason) => {
  test('with a reason and nothing about correctness', () => {
    const score = scoreCase(short, response);
    expect(score.format_failure).toBe(reason);
    expect(Object.keys(score)).toEqual(['scenario', 'profile', 'questions', 'context_characters', 'scope', 'format_failure']);
  });
});

test.each<[string, string]>([
  ['a byte order mark', `\uFEFF${respond(right)}`],
  ['white space around', `\r\n ${respond(right)} \n`],
  ['another order of ids and keys', JSON.stringify({ answers: Object.fromEntries(Object.entries(right).reverse().map(([id, { value, source, quote }]) => [id, { quote, source, value }])) })],
  ['escapes instead of characters', respond(right).replaceAll('a', '\\u0061')],
])('%s is accepted', (_, response) => {
  expect(scoreCase(short, response)).toMatchObject({ format_failure: null, grounded_correct: 4 });
});

describe('revision answers', () => {
  const answers = fullMarks(revision);
  const change = (fields: Record<string, unknown>): string => respond({ ...answers, export_format: { ...answers['export_format'], ...fields } });

  test.each<[string, string, string]>([
    ['lack a key', respond({ ...answers, export_format: right['export_format'] }), 'the answer "export_format" lacks "record_id", "source_revision", "supersedes" and 2 more'],
    ['have an action that is null', change({ action: null }), 'the answer "export_format" has a `action` that is not a string'],
    ['have a check that is a boolean', change({ dependency_check: true }), 'the answer "export_format" has a `dependency_check` that is not a string'],
    ['have a link that is a number', change({ supersedes: 1 }), 'the answer "export_format" has a `supersedes` that is not a string or null'],
  ])('that %s are a format failure', (_, response, reason) => {
    expect(scoreCase(revision, response).format_failure).toBe(reason);
  });

  test('may have no source and no link', () => {
    expect(scoreCase(revision, change({ source: null, supersedes: null }))).toMatchObject({ format_failure: null, grounded_correct: 1 });
  });
});

test('reasons stay one short line, whatever the keys are', () => {
  const flood: Answers = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${'x\n'.repeat(1000)}${String(at)}`, database as Answers[string]]));
  const { format_failure } = scoreCase(short, respond(flood)) as { format_failure: string };
  expect(format_failure.length).toBeLessThan(500);
  expect(format_failure).not.toContain('\n');
});

test('nesting deeper than the stack is a format failure like any other', () => {
  const deep = `${'['.repeat(300_000)}${']'.repeat(300_000)}`;
  expect(parseResponse(deep, short)).toHaveProperty('failure');
  expect(parseResponse(`{"answers": ${deep}, ${respond(right).slice(1)}`, short)).toEqual({ failure: 'the key "answers" is given twice in one object' });
});
