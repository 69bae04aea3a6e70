import { expect, test } from 'vitest';
import { DIALECTS } from '../dialects/index.js';
import { auxOf } from './aux.js';

const tools = [{ type: 'function', function: { name: 'read', parameters: {} } }];
const of = (...prompts: string[]): string | null => {
  const messages = prompts.flatMap((content, index) => [...(index === 0 ? [] : [{ role: 'assistant', content: 'done' }]), { role: 'user', content }]);
  return auxOf('model', '/v1/chat/completions', {}, DIALECTS['openai-chat'].parse({ model: 'm', messages, tools }, '/v1/chat/completions'));
};

test('the summary that a CLI asks for is its own request, also with its tools at hand', () => {
  expect(of('Hello', 'Write a detailed summary of the conversation so far, in <summary> tags.')).toBe('compaction');
  expect(of('Hello', 'Make a summary of the conversation so far. The history is being compacted.')).toBe('compaction');
  expect(of('Hello', 'Now give the <state_snapshot>.')).toBe('compaction');
});

test('a person who wants a summary, and a conversation that goes on after one, are the conversation', () => {
  expect(of('Hello', 'Please give me a summary of the conversation so far.')).toBeNull();
  expect(of('<state_snapshot>All is well.</state_snapshot>', 'What was decided?')).toBeNull();
});
