import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestors, compareBytes, comparePaths, decodePath, encodePath, isBelow, isWithin } from './paths.js';

/** Names as file systems have them: any bytes, often nearly UTF-8, often with what the encoding itself uses. */
const names = fc.oneof(
  fc.uint8Array({ maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => new Uint8Array(Buffer.from(text))),
  fc.array(fc.constantFrom(0x5c, 0x78, 0x66, 0x30, 0xff, 0xc3, 0xa4, 0xed, 0xa0, 0xf0, 0x9f, 0x98, 0x80, 0x2f), { maxLength: 16 }).map((bytes) => Uint8Array.from(bytes)),
);
const bytes = (text: string): Buffer => Buffer.from(text);
const sign = (number: number): number => Math.sign(number);

describe('the text of a file name', () => {
  it('loses no byte', () => {
    fc.assert(fc.property(names, (name) => { expect(decodePath(encodePath(name))).toEqual(Buffer.from(name)); }));
  });

  it('is different for different names', () => {
    fc.assert(fc.property(names, names, (a, b) => (encodePath(a) === encodePath(b)) === (Buffer.compare(a, b) === 0)));
  });

  it('is the name itself where that is UTF-8 without a backslash, whatever else is in it', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      fc.pre(!name.includes('\\'));
      expect(encodePath(bytes(name))).toBe(name);
    }));
    expect(encodePath(bytes('\ufeffmarked\n"'))).toBe('\ufeffmarked\n"');
  });

  it('shows what is not UTF-8, and doubles a backslash', () => {
    expect(encodePath(Buffer.from([0x61, 0xff, 0xc3, 0xa4, 0xc3]))).toBe('a\\xffä\\xc3');
    expect(encodePath(bytes('a\\xff'))).toBe('a\\\\xff');
    expect(encodePath(Buffer.from([0xed, 0xa0, 0x80]))).toBe('\\xed\\xa0\\x80');
  });
});

describe('the order of names', () => {
  it('is that of their bytes, also where they are not UTF-8', () => {
    fc.assert(fc.property(names, names, (a, b) => { expect(sign(comparePaths(encodePath(a), encodePath(b)))).toBe(Buffer.compare(a, b)); }));
  });

  it('of texts is that of their UTF-8, beyond the first plane too', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => { expect(sign(compareBytes(a, b))).toBe(Buffer.compare(bytes(a), bytes(b))); }));
    expect(compareBytes('\u{1f600}', '\uffff')).toBeGreaterThan(0);
    expect(compareBytes('a', 'ab')).toBeLessThan(0);
    expect(compareBytes('é', 'z')).toBeGreaterThan(0);
  });
});

it('what is below a directory, and what it is below', () => {
  expect([isBelow('/home/dev', '/home'), isBelow('/homes', '/home'), isBelow('/home', '/home'), isBelow('/a', '/'), isBelow('/', '/')]).toEqual([true, false, false, true, false]);
  expect([isWithin('/home', '/home'), isWithin('/home/dev', '/home'), isWithin('/homes', '/home')]).toEqual([true, true, false]);
  expect(ancestors('/home/dev/a')).toEqual(['/home', '/home/dev']);
  expect(ancestors('/home')).toEqual([]);
});
