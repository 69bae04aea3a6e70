/** Variables of a makefile: every value that one may have, the last that was given last. */
export type Variables = ReadonlyMap<string, readonly string[]>;

/** A text with its variables replaced. `sure`: false where something in it could as well be otherwise. */
export interface Expanded {
  text: string;
  sure: boolean;
}

/** How a text is expanded. */
export interface Expanding {
  /** Which of several values of a variable: the last where it has fewer. */
  which?: number;
  /** References that may still be followed: all texts of a makefile share them. */
  left: { references: number };
}

/** Variables of variables are followed this far. */
const MAX_DEPTH = 8;

/** A text that grows beyond this is nothing that somebody wrote by hand. UTF-16 units. */
const MAX_TEXT = 2 ** 16;

/**
 * Replaces what make replaces: `$(NAME)`, `${NAME}`, `$x`, `$$`, and `$(call NAME,…)`. `$(shell …)` becomes what a shell would start. What
 * other functions give is not computed: what they are given stands there instead, line by line, and is not sure.
 */
export function expand(text: string, variables: Variables, how: Expanding, depth = 0): Expanded {
  let [done, sure, at] = ['', true, 0];
  const take = (more: Expanded): void => {
    done += more.text;
    sure &&= more.sure;
  };
  while (at < text.length && done.length <= MAX_TEXT) {
    const next = text.indexOf('$', at);
    if (next === -1 || next === text.length - 1) {
      done += text.slice(at);
      break;
    }
    done += text.slice(at, next);
    const char = text[next + 1] ?? '';
    const end = char === '(' || char === '{' ? closing(text, next + 1) : next + 1;
    if (char === '$') done += '$';
    else take(reference(end === next + 1 ? char : text.slice(next + 2, end), variables, how, depth));
    at = end + 1;
  }
  return done.length > MAX_TEXT ? { text: done.slice(0, MAX_TEXT), sure: false } : { text: done, sure };
}

function reference(inside: string, variables: Variables, how: Expanding, depth: number): Expanded {
  if (depth === MAX_DEPTH || how.left.references-- <= 0) return { text: '', sure: false };
  const inner = (text: string): Expanded => expand(text, variables, how, depth + 1);
  const [, name = '', given = ''] = /^([a-z]+)\s+([^]*)$/.exec(inside) ?? [];
  if (name === 'shell') {
    const { text, sure } = inner(given);
    return { text: `$(${text})`, sure };
  }
  if (name === 'call') {
    const [callee = '', ...args] = given.split(',');
    const more = args.map((text, at): [string, string[]] => [String(at + 1), [inner(text).text]]);
    return expand(`$(${callee.trim()})`, new Map([...variables, ...more]), how, depth + 1);
  }
  if (name !== '') return { text: `\n${inner(given.replaceAll(',', '\n')).text}\n`, sure: false };
  const of = (inside.includes('$') ? inner(inside).text : inside).replace(/:.*$/, '');
  const values = variables.get(of) ?? [];
  const { text, sure } = inner(values[Math.min(how.which ?? 0, values.length - 1)] ?? '');
  return { text, sure: sure && values.length < 2 };
}

/** Where the bracket at a place is closed; the end of the text where it is not. */
function closing(text: string, from: number): number {
  const [open, close] = text[from] === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return text.length;
}
