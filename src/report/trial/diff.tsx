import type { JSX } from 'preact';
import { cutNote, excerptOf, Text } from '../page/text.js';

/** Characters of one file's patch that are shown. */
const LIMIT = 20_000;

/** A patch, line by line. */
export function Diff({ patch, whole }: { patch: string; whole?: string }): JSX.Element {
  const cut = excerptOf(patch, LIMIT);
  const lines = cut.replace(/\n$/, '').split('\n');
  // What comes before the first hunk is about the file; a line of it that begins alike is a line.
  const begin = lines.findIndex((line) => line.startsWith('@@'));
  return (
    <>
      <pre class="diff">{lines.map((line, at) => <span class={at < begin ? 'name' : kindOf(line)}><Text>{line === '' ? ' ' : line}</Text></span>)}</pre>
      {cut.length < patch.length && <p class="cut">{cutNote(cut.length, patch.length, whole)}</p>}
    </>
  );
}

function kindOf(line: string): string | undefined {
  if (line.startsWith('@@')) return 'at';
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : undefined;
}
