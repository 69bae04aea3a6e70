/** Longest note with which a CLI says that it left something out, characters. */
const LONGEST_NOTE = 400;

/**
 * Whether what a tool gave back is the same in a CLI's stream and in what it told its model: CLIs put notes of their own
 * around it, and leave out the middle or the end of what is long, for one of the two.
 */
export function sameOutput(stream: string, wire: string): boolean {
  const [shown, told] = [plain(stream), plain(wire)];
  if (told.includes(shown) || (told !== '' && shown.includes(told))) return true;
  return isCut(shown, told) || isCut(told, shown);
}

const plain = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** `cut` is `whole` with a part replaced by a note, behind a heading of its own. */
function isCut(whole: string, cut: string): boolean {
  if (cut.length < 2 * LONGEST_NOTE) return false;
  const begins = cut.indexOf(whole.slice(0, 40));
  if (begins === -1 || begins > LONGEST_NOTE) return false;
  const text = cut.slice(begins);
  let head = 0;
  while (head < text.length && text[head] === whole[head]) head += 1;
  let tail = 0;
  while (tail < text.length - head && text.at(-1 - tail) === whole.at(-1 - tail)) tail += 1;
  return text.length - head - tail <= LONGEST_NOTE;
}
