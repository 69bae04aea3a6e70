import { expect, test } from 'vitest';
import { questionsIn } from './task.js';

const text = 'What is the launch date of Tern? Propose exactly one action: `hold-it`, `send-it`. Answer with exactly one of: `15-june`, `unconfirmed`.';
const read = { id: 'launch', text, subject: 'What is the launch date of Tern?', values: ['15-june', 'unconfirmed'], actions: ['hold-it', 'send-it'] };

test('questions come from the JSON object in a request, with values and actions apart', () => {
  const request = `Please answer. Copy \`record_id\` from the record {in the file}.\n\n${JSON.stringify({ questions: { launch: text }, required_shape: { answers: { launch: { value: 'string' } } } }, null, 2)}\n`;
  expect(questionsIn(request)).toEqual([{ ...read, subject: read.subject }]);
});

test.each([`- \`launch\`: ${text}`, `1. launch: ${text}`, `**launch** ${text}`, `launch: ${text}`])('or from its lines: %s', (line) => {
  expect(questionsIn(`Hello.\n\n${line}\n\nThanks.`)).toEqual([read]);
});

test('a question that offers nothing keeps its text', () => {
  expect(questionsIn(JSON.stringify({ questions: { why: 'Why is it so?' } }))).toEqual([{ id: 'why', text: 'Why is it so?', subject: 'Why is it so?', values: [], actions: [] }]);
});

test('ids of any kind are kept', () => {
  const questions = JSON.parse('{"__proto__":"A?","constructor":"B?","10":"C?","é \\"x\\"":"D?"}') as object;
  expect(questionsIn(JSON.stringify({ questions })).map(({ id }) => id).sort()).toEqual(['10', '__proto__', 'constructor', 'é "x"']);
});

test('without questions there are none', () => {
  for (const request of ['', 'Tidy up.', '{"questions": 3}', '{', '{"question": {}}']) expect(questionsIn(request)).toEqual([]);
});
