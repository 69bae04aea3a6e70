import { describe, expect, test } from 'vitest';
import { operator } from './personal.js';
import { Redactor } from './redactor.js';

const redactor = new Redactor({
  secrets: [{ name: 'ORCHARD_TOKEN', value: 'plum-orchard-7391' }],
  personal: [...operator({ home: '/home/ottokar', user: 'ottokar', host: 'quarry7' }), { kind: 'personal', text: 'Jörg Quill' }],
  protocol: 'write to billing@shopfloor.net about the refund',
});
const masked = (text: string): { text: string; kinds: string[] } => {
  const { bytes, kinds } = redactor.bytes(Buffer.from(text));
  return { text: bytes.toString('utf8'), kinds };
};

describe('what is published', () => {
  test.each([
    ['an address', 'ask mara.lind@quarry-works.de now', 'ask [redacted:e-mail]******** now', 'e-mail'],
    ['a home', 'in /home/ottokar/src', 'in ************* /src'.replace(' /', '/'), 'home-directory'],
    ['a user name', 'by ottokar.', 'by *******.', 'user-name'],
    ['a host name', 'quarry7: ok', '*******: ok', 'host-name'],
    ['a secret in JSON', '{"a":"plum-orchard-7391"}', '{"a":"[redacted:ORCHARD"}', 'credential'],
  ])('%s is masked by as many bytes', (_, text, expected, kind) => {
    expect(masked(text)).toEqual({ text: expected, kinds: [kind] });
  });

  test('what is not ASCII, too', () => {
    expect(masked('(Jörg Quill)')).toEqual({ text: `(${'*'.repeat(11)})`, kinds: ['personal'] });
  });

  test('escapes of JSON stay whole', () => {
    const text = JSON.stringify({ a: 'to\nnina@quarry-works.de', b: 'x\tottokar', c: 'é\u2028mara@quarry-works.de' });
    const done = masked(text.replace('\u2028', '\\u2028'));
    expect(JSON.parse(done.text)).toEqual({ a: `to\n${'[redacted:e-mail]'.padEnd('nina@quarry-works.de'.length, '*')}`, b: 'x\t*******', c: expect.stringMatching(/^é\u2028\[redacted:e-mail\]\**$/) as string });
  });

  test.each([
    'dev@example.com', 'git@github.com:a/b.git', 'noreply@provider.io', 'img@2x.png', 'user@host.local', 'npm i left-pad@1.3.0', 'ottokars quarry72', 'billing@shopfloor.net',
  ])('%s stays: it is nobody’s, part of the protocol, or no such thing', (text) => {
    expect(masked(text)).toEqual({ text, kinds: [] });
  });

  test('accounts and machines as they are everywhere are not looked for', () => {
    expect(operator({ home: '/root', user: 'root', host: 'localhost' })).toEqual([]);
    expect(operator({ home: '/home/dev', user: 'dev', host: 'vm' })).toEqual([]);
  });
});
