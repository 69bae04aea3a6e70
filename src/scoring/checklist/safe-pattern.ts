import { RE2JS } from 're2js';

/** A pattern that is tried in a time that grows with the text alone, whatever the pattern: RE2, so without look-around and back-references. */
export interface SafePattern {
  /** The pattern occurs, not inside a longer word. */
  occursIn(text: string): boolean;
  /** The whole text is the pattern. */
  is(text: string): boolean;
}

const EDGE = String.raw`[^\p{L}\p{N}_]`;

/** A pattern takes milliseconds to compile, and every example of a task asks for the same ones. More than a battery has are not kept. */
const compiled = new Map<string, SafePattern>();
const MOST_KEPT = 1000;

/** @throws Error where RE2 does not take the pattern. */
export function safePattern(source: string, ignoreCase: boolean): SafePattern {
  const key = `${String(ignoreCase)} ${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const made = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  if (compiled.size >= MOST_KEPT) compiled.clear();
  compiled.set(key, made);
  return made;
}

function compile(source: string, flags: number): SafePattern {
  // By itself first: within the others, a parenthesis too many could close theirs.
  RE2JS.compile(source, flags);
  const whenAsked = (pattern: string): ((text: string) => boolean) => {
    let made: RE2JS | undefined;
    return (text) => (made ??= RE2JS.compile(pattern, flags)).matcher(text).find();
  };
  return { occursIn: whenAsked(`(?:^|${EDGE})(?:${source})(?:$|${EDGE})`), is: whenAsked(`^(?:${source})$`) };
}

/** Why a pattern cannot be used, in one line; undefined where it can. */
export function patternProblem(source: string): string | undefined {
  try {
    const { occursIn } = safePattern(source, false);
    return occursIn('') ? 'matches the empty text, so it would match everything' : undefined;
  } catch (error) {
    return `is no pattern that RE2 takes: ${(error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')}`;
  }
}
