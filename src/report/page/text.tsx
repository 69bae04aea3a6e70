import type { JSX } from 'preact';
import { HIDDEN, visible, visiblePath } from '../../common/visible.js';

/**
 * Text that an agent, a model or a file gave. Markup in it is text, and what cannot be seen or would turn what is read
 * (escape sequences, bidirectional controls, characters without width) is shown as an escape that stands out.
 */
export const Text = ({ children }: { children: string }): JSX.Element => escaped(children, SPLIT, visible);

/** The name of a file that an agent may have chosen: a line break in it is shown as an escape, too. */
export const FileName = ({ children }: { children: string }): JSX.Element => escaped(children, SPLIT_NAME, visiblePath);

function escaped(text: string, split: RegExp, escape: (part: string) => string): JSX.Element {
  const parts = text.split(split);
  if (parts.length === 1) return <>{text}</>;
  return <>{parts.map((part, at) => (at % 2 === 0 ? part : <b class="escape">{escape(part)}</b>))}</>;
}

const SPLIT = new RegExp(`((?:${HIDDEN.source})+)`, 'u');
const SPLIT_NAME = new RegExp(`((?:[\\n\\t]|${HIDDEN.source})+)`, 'u');

/** Text of any length: its beginning, how much there is, and where all of it stands. @param name shown before it */
export function Excerpt({ text, limit = EXCERPT, whole, name, id }: { text: string; limit?: number; whole?: string | undefined; name?: string | undefined; id?: string | undefined }): JSX.Element {
  const cut = excerptOf(text, limit);
  return (
    <>
      <pre class="text" id={id} data-name={name}><Text>{cut}</Text></pre>
      {cut.length < text.length && <p class="cut">{cutNote(cut.length, text.length, whole)}</p>}
    </>
  );
}

/** Characters of a text that a page shows by default. */
export const EXCERPT = 6000;

/** At most so many characters, and no half of a pair. */
export function excerptOf(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

export const cutNote = (shown: number, all: number, whole: string | undefined): string =>
  `Cut here: ${count(shown)} of ${count(all)} characters are shown${whole === undefined ? '' : `; all of it is in ${whole}`}.`;

/** A number with groups of three digits. */
export const count = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
