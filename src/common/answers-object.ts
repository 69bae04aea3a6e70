import { createScanner } from 'jsonc-parser';

/**
 * The last JSON object in a text that has a key `answers`, verbatim. One inside another that has the key does not count.
 * Prose, other objects and broken JSON around it are passed over, in a time that grows with the text's length.
 */
export const lastAnswersObject = (text: string): string | undefined => lastObjectWith('answers', text);

/** The last JSON object in a text, whatever its keys; of one inside another, the outer. */
export const lastObject = (text: string): string | undefined => lastObjectWith(undefined, text);

function lastObjectWith(key: string | undefined, text: string): string | undefined {
  let last: string | undefined;
  for (let at = text.indexOf('{'); at !== -1; ) {
    const { found, resume } = readObject(text, at, key);
    if (found !== undefined && isJson(found)) last = found;
    at = text.indexOf('{', resume);
  }
  return last;
}

type Expects = 'key or end' | 'key' | 'colon' | 'value' | 'value or end' | 'comma or end';

interface Container {
  start: number;
  closing: '}' | ']';
  expects: Expects;
  /** It has the key that is looked for. */
  counts: boolean;
}

/**
 * Reads JSON from a `{` until it is complete or cannot go on. `found` is the last complete object with the key on the way:
 * all that is still open where it cannot go on would fail at the same place, so nothing has to be read twice but the last token.
 */
function readObject(text: string, from: number, key: string | undefined): { found: string | undefined; resume: number } {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  const open: Container[] = [];
  let found: string | undefined;
  let previous = from;
  do {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const inside = open.at(-1);
    const step = nextStep(text.charAt(at), scanner.getTokenValue(), inside, key);
    if (step === undefined) return { found, resume: previous + 1 };
    if (step === 'open') open.push({ start: at, ...(text.charAt(at) === '{' ? { ...OBJECT, counts: key === undefined } : ARRAY) });
    else if (step === 'close') {
      open.pop();
      if (inside?.counts) found = text.slice(inside.start, at + 1);
    } else if (inside) inside.expects = step;
    previous = at;
  } while (open.length > 0);
  return { found, resume: previous + 1 };
}

const OBJECT = { closing: '}', expects: 'key or end' } as const;
const ARRAY = { closing: ']', expects: 'value or end', counts: false } as const;

/** What a token does where it stands: opens or closes a container, or changes what may follow; undefined where it may not stand. */
function nextStep(first: string, token: string, inside: Container | undefined, key: string | undefined): 'open' | 'close' | Expects | undefined {
  if (inside === undefined) return first === '{' ? 'open' : undefined;
  const { expects, closing } = inside;
  if (first === closing && expects.endsWith('end')) return 'close';
  if (expects === 'comma or end') return first === ',' ? (closing === '}' ? 'key' : 'value') : undefined;
  if (expects === 'colon') return first === ':' ? 'value' : undefined;
  if (expects === 'key' || expects === 'key or end') {
    if (first !== '"') return undefined;
    if (token === key) inside.counts = true;
    return 'colon';
  }
  if (first === '{' || first === '[') {
    inside.expects = 'comma or end';
    return 'open';
  }
  return first === '"' || /^(-?\d|true$|false$|null$)/.test(token) ? 'comma or end' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
