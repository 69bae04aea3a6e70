import fc from 'fast-check';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { byteScrub } from './byte-scrub.js';
import { Scrubber } from './scrubber.js';

const SECRET = 'tok"en\\with/odd+chars==';
const scrubber = new Scrubber([{ name: 'A', value: SECRET }, { name: 'B', value: 'tok"en\\with/odd+chars==and-more' }]);

test('takes out every form of a known value, the longer one first', () => {
  const forms = [SECRET, JSON.stringify(SECRET), JSON.stringify(JSON.stringify(SECRET)), encodeURIComponent(SECRET), Buffer.from(SECRET).toString('base64'), Buffer.from(SECRET).toString('base64url')];
  for (const form of forms) expect(scrubber.text(`x ${form} y`)).toMatch(/^x \\*"?(\\")*\[redacted:A\](\\")*\\*"? y$/);
  expect(scrubber.text(`${SECRET}and-more`)).toBe('[redacted:B]');
});

test('finds what is cut anywhere between pieces, and keeps the rest of each piece', () => {
  fc.assert(fc.property(fc.string(), fc.string(), fc.array(fc.nat(60), { maxLength: 6 }), (before, after, cuts) => {
    const whole = `${before}${SECRET}${after}`;
    const at = [0, ...cuts.map((cut) => cut % whole.length).sort((a, b) => a - b), whole.length];
    const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
    const clean = scrubber.pieces(pieces);
    expect(clean).toHaveLength(pieces.length);
    expect(clean.join('')).toBe(scrubber.text(whole));
    expect(clean.join('')).not.toContain(SECRET);
  }));
});

test('a byte stream lets nothing through, however it is cut, and loses nothing else', async () => {
  await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), fc.array(fc.nat(100), { maxLength: 8 }), async (before, after, cuts) => {
    const whole = Buffer.concat([before, Buffer.from(SECRET), after]);
    const at = [0, ...cuts.map((cut) => cut % whole.length).sort((a, b) => a - b), whole.length];
    const chunks = at.slice(1).map((end, index) => whole.subarray(at[index], end)).filter(({ length }) => length > 0);
    const clean = await buffer(Readable.from(chunks, { objectMode: false }).pipe(byteScrub([{ name: 'A', value: SECRET }])));
    expect(clean.includes(SECRET)).toBe(false);
    expect(clean).toEqual(Buffer.concat([before, Buffer.from('[redacted:A]'), after]));
  }), { numRuns: 200 });
});

test('a byte stream holds back nothing that cannot be the beginning of a secret', async () => {
  const stream = byteScrub([{ name: 'A', value: SECRET }]);
  stream.write(Buffer.from('data: {"x":1}\n\n'));
  expect((stream.read() as Buffer).toString()).toBe('data: {"x":1}\n\n');
  stream.write(Buffer.from('data: tok'));
  expect((stream.read() as Buffer).toString()).toBe('data: ');
  stream.end(Buffer.from('yo'));
  expect((await buffer(stream)).toString()).toBe('tokyo');
});

test('prose that only resembles a key stays', () => {
  for (const text of ['ask-for-the-long-explanation-of-the-thing-please', 'sk-short', 'The risk-assessment-of-everything-in-here is due', 'AKIA', 'eyJ.eyJ.x', 'hf_tiny', 'a/b_c-d'.repeat(20)]) expect(scrubber.text(text)).toBe(text);
});

test('a value too short to be told from text is refused', () => {
  expect(() => new Scrubber([{ name: 'X', value: 'short' }])).toThrow(/X is too short/);
});
