import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastAnswersObject } from './answers-object.js';

test('takes the last of several objects, wherever prose and other objects stand', () => {
  const text = 'Draft {"answers":{"a":1}} then {"other":2}.\nFinal: {"note":"{","answers":{"a":{"value":"x}"}}} Done {';
  expect(lastAnswersObject(text)).toBe('{"note":"{","answers":{"a":{"value":"x}"}}}');
});

test('keeps the outer object where an answer holds such an object itself', () => {
  const text = '{"answers":{"q":{"answers":{}}},"more":[{"answers":1}]}';
  expect(lastAnswersObject(`x ${text} y`)).toBe(text);
});

test('finds an object inside braces that are not JSON', () => {
  expect(lastAnswersObject('{ as follows: {"answers":{}} }')).toBe('{"answers":{}}');
  expect(lastAnswersObject('say "hi {\n{"answers":{}}')).toBe('{"answers":{}}');
});

test.each(['', 'no object', '{"answer":{}}', '{"answers":', '{answers: 1}', '"answers": {}'])('finds none in %j', (text) => {
  expect(lastAnswersObject(text)).toBeUndefined();
});

test('whatever object is printed last is found again', () => {
  fc.assert(
    fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (before, members, prose) => {
      const object = JSON.stringify({ ...members, answers: {} });
      expect(lastAnswersObject(`${before}\n${prose.replaceAll(/["{}[\]]/g, '')}\n${object}\n`)).toBe(object);
    }),
  );
});

test('a long output of unclosed braces is read in linear time', () => {
  expect(lastAnswersObject(`${'{"a":'.repeat(400_000)}\n{"answers":{}}`)).toBe('{"answers":{}}');
});
