import type { JSX } from 'preact';
import { cutNote, excerptOf, Text } from '../page/text.js';

/** Characters of one file's patch that are shown. */
const LIMIT = 20_000;

/** A patch, line by line. */
export function Diff({ patch, whole }: { patch: string; whole?: string }): JSX.Element {
  const cut = excerptOf(patch, LIMIT);
  return (
    <>
      <pre class="diff">{cut.replace(/\n$/, '').split('\n').map((line) => <span class={kindOf(line)}><Text>{line === '' ? ' ' : line}</Text></span>)}</pre>
      {cut.length < patch.length && <p class="cut">{cutNote(cut.length, patch.length, whole)}</p>}
    </>
  );
}

function kindOf(line: string): string | undefined {
  if (line.startsWith('@@')) return 'at';
  if (line.startsWith('+++') || line.startsWith('---')) return 'name';
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : undefined;
}
