import { expect, test } from 'vitest';
import { oneLine, visible, visiblePath } from './visible.js';

test('nothing an agent wrote can drive the terminal', () => {
  expect(visible('\u001b[2Jred\r\u202eevil\u0007')).toBe('\\u{1b}[2Jred\\u{d}\\u{202e}evil\\u{7}');
  expect(visible('tab\tand\nnewline, ünïcode 漢字')).toBe('tab\tand\nnewline, ünïcode 漢字');
});

test('the name of a file is one line, and stays the name it is', () => {
  expect(visiblePath(' a\nb\t\u202ec\\\\u{a} ')).toBe(String.raw` a\u{a}b\u{9}\u{202e}c\\u{a} `);
});

test('one line, cut by characters and not by halves of them', () => {
  expect(oneLine(' a\n  b\n', 80)).toBe('a ⏎ b');
  expect(oneLine('😀😀😀😀', 3)).toBe('😀😀…');
});
