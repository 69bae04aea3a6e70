import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { Excerpt, FileName, Text } from './text.js';

const html = (text: string): string => renderToString(<Text>{text}</Text>);

test('markup is text', () => {
  expect(html('</pre><script>alert(1)</script><svg onload="x">&amp;')).toBe('&lt;/pre>&lt;script>alert(1)&lt;/script>&lt;svg onload=&quot;x&quot;>&amp;amp;');
});

test.each([
  ['an escape sequence', '\u001b[31mred', String.raw`<b class="escape">\u{1b}</b>[31mred`],
  ['a bidirectional override', 'gnp\u202eexe', String.raw`gnp<b class="escape">\u{202e}</b>exe`],
  ['text without width, side by side', 'a\u200b\u2060b', String.raw`a<b class="escape">\u{200b}\u{2060}</b>b`],
  ['tags that only a model reads', 'a\u{e0041}', String.raw`a<b class="escape">\u{e0041}</b>`],
  ['half of a pair', 'a\ud83d', String.raw`a<b class="escape">\u{d83d}</b>`],
])('%s stands out as an escape', (_, given, shown) => {
  expect(html(given)).toBe(shown);
});

test('lines, tabs and letters of any script stay as they are', () => {
  expect(html('a\n\tb ünïcode 漢字 😀')).toBe('a\n\tb ünïcode 漢字 😀');
});

test('a line break in a name is an escape, not a space', () => {
  expect(renderToString(<FileName>{'two\nlines\t<b>\u202e'}</FileName>)).toBe(String.raw`two<b class="escape">\u{a}</b>lines<b class="escape">\u{9}</b>&lt;b><b class="escape">\u{202e}</b>`);
});

test('a long text is cut, with how much there is and where it stands', () => {
  const shown = renderToString(<Excerpt text={'x'.repeat(1_234_567)} limit={100} whole="trials/t/attempt-1/answer.txt" />);
  expect(shown).toContain(`<pre class="text">${'x'.repeat(100)}</pre>`);
  expect(shown).toContain('100 of 1,234,567 characters are shown; all of it is in trials/t/attempt-1/answer.txt.');
});
