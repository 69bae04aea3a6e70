import { expect, test } from 'vitest';
import { bytesOfPrefix, normalize } from './normalize.js';

const LINE = 'The export writes CSV, one file per "collection".';
const PLAIN = 'TheexportwritesCSVonefilepercollection';

test.each([
  ['wrapped', 'The export writes\n    CSV, one file\n    per "collection".'],
  ['numbered by a read tool', '   12→The export writes CSV, one file per "collection".'],
  ['numbered by cat', '    12\tThe export writes CSV, one file per "collection".'],
  ['found by grep', '12:The export writes CSV, one file per "collection".'],
  ['beside a bar', ' 7 | The export writes CSV, one file per "collection".'],
  ['escaped once', JSON.stringify(LINE)],
  ['escaped twice', JSON.stringify(JSON.stringify(LINE))],
  ['escaped with code points', 'The export writes\\u0020CSV, one file\\nper \\u0022collection\\u0022.'],
  ['as markup', 'The export writes CSV, one file per &quot;collection&quot;.'],
  ['with carriage returns', 'The export\r\nwrites CSV,\\r\\none file per "collection".'],
])('a line is the same when it comes %s', (_, text) => {
  expect(normalize(text)).toBe(PLAIN);
});

test('a date, an enumeration and other scripts stay', () => {
  expect(normalize('## 2026-05-04 Export\n1. Größe: 40 %\n見出し')).toBe('20260504Export1Größe40見出し');
});

test('bytes are counted up to the last letter', () => {
  expect(bytesOfPrefix('— Größe: 40', 5)).toBe(Buffer.byteLength('— Größe'));
  expect(bytesOfPrefix('abc', 0)).toBe(0);
});
