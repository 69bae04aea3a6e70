import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeAnswer } from './normalize.js';

const answer = '{"answers": {"q": {"value": "a", "source": null, "quote": "```\\n{\\"answers\\": {}}"}}}';
const fenced = (mark: string, info = ''): string => `${mark}${info}\n${answer}\n${mark}`;

test.each<[string, string]>([
  ['plain', fenced('```')],
  ['with a language', fenced('```', 'json')],
  ['of tildes', fenced('~~~', 'json')],
  ['of more marks', fenced('`````')],
  ['with white space around', `\n\n  ${fenced('```', 'json')}  \n\n`],
  ['after a byte order mark', `\uFEFF${fenced('```', 'json')}`],
  ['with carriage returns', fenced('```', 'json').replaceAll('\n', '\r\n')],
])('one fence around the whole answer is removed: %s', (_, raw) => {
  expect(normalizeAnswer(raw, 'fence')).toEqual({ text: answer, applied: 'fence' });
  expect(normalizeAnswer(raw, 'none')).toEqual({ text: raw, applied: 'none' });
});

test.each<[string, string]>([
  ['no fence', answer],
  ['text before it', `Here:\n${fenced('```')}`],
  ['text after it', `${fenced('```')}\nDone.`],
  ['two of them', `${fenced('```')}\n${fenced('```')}`],
  ['none that closes', `\`\`\`json\n${answer}`],
  ['one that closes with other marks', `\`\`\`json\n${answer}\n~~~`],
  ['one that closes with fewer marks', `\`\`\`\`json\n${answer}\n\`\`\``],
  ['a fence on the line of the answer', `\`\`\`${answer}\`\`\``],
  ['nothing', ''],
])('with %s, fence leaves the answer as it is', (_, raw) => {
  expect(normalizeAnswer(raw, 'fence')).toEqual({ text: raw, applied: 'none' });
});

test.each<[string, string]>([
  ['in prose', `I looked at {all} of "it".\n${answer}\nAnything else?`],
  ['in a fence in prose', `Sure!\n${fenced('```', 'json')}`],
  ['after an earlier one', `First {"answers": {"q": 1}}, then ${answer}.`],
  ['before an object of another kind', `${answer} {"done": true}`],
  ['before a broken one', `${answer} {"answers": {"q": `],
  ['inside another object', `{"type": "result", "result": ${answer}, "cost": 1.5e3}`],
  ['inside a list', `[1, -2, true, null, ${answer}]`],
  ['after an open brace', `if (x) { ${answer}`],
  ['after an open quote', `He said {"see ${answer}`],
])('embedded takes the last object with answers: %s', (_, raw) => {
  expect(normalizeAnswer(raw, 'embedded')).toEqual({ text: answer, applied: 'embedded' });
});

test.each<[string, string]>([
  ['is the whole answer', answer],
  ['is the whole answer, with a byte order mark and white space', `\uFEFF\n${answer}\n`],
  ['is not there', 'No {"answer": {"q": 1}} here'],
  ['is only in a string', '{"text": "{\\"answers\\": {}}"}'],
  ['is not valid JSON', '{"answers": {"q": 01}}'],
  ['has its key in single quotes', "{'answers': {}}"],
])('where the object %s, embedded leaves it as it is', (_, raw) => {
  expect(normalizeAnswer(raw, 'embedded')).toEqual({ text: raw, applied: 'none' });
});

test('keys beside answers stay: the scorer decides what they mean', () => {
  const wide = '{"note": [1], "answers": {}, "more": {"a": true}}';
  expect(normalizeAnswer(`x ${wide} y`, 'embedded').text).toBe(wide);
});

test('an object with answers inside one with answers does not count', () => {
  const outer = '{"answers": {"q": {"answers": {}}}}';
  expect(normalizeAnswer(`x ${outer}`, 'embedded').text).toBe(outer);
});

test('whatever stands around an answer, embedded finds it, and what it finds is JSON with answers', () => {
  const noise = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', 'answers', '"answers"', '\\', ' ', '\n', 'x', '1') });
  fc.assert(
    fc.property(noise, (before) => {
      const { text, applied } = normalizeAnswer(`${before}\n\n${answer}`, 'embedded');
      if (applied === 'embedded') expect(JSON.parse(text)).toHaveProperty('answers');
    }),
  );
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '{', '}', '[', ':', ',', '\n') }), (before) => { expect(normalizeAnswer(`${before}${answer} .`, 'embedded').text).toBe(answer); }));
});

/** What a reader that starts anew at every brace would need hours for. */
test.each(['{"a":', '{"answers":', '{', '{"', '{"a', '{ ', '[{"answers":{}},', '{"answers":{}},', '{"{":', '{"a{":1,'])('400,000 characters of %s are read in one go', (piece) => {
  const raw = piece.repeat(400_000 / piece.length);
  expect(['none', 'embedded']).toContain(normalizeAnswer(raw, 'embedded').applied);
});
