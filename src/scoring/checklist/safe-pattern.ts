import { RE2JS } from 're2js';

/** A pattern that is tried in a time that grows with the text alone, whatever the pattern: RE2, so without look-around and back-references. */
export interface SafePattern {
  /** The pattern occurs, not inside a longer word. */
  occursIn(text: string): boolean;
  /** The whole text is the pattern. */
  is(text: string): boolean;
}

const EDGE = String.raw`[^\p{L}\p{N}_]`;

/** @throws Error where RE2 does not take the pattern. */
export function safePattern(source: string, ignoreCase: boolean): SafePattern {
  const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
  RE2JS.compile(source, flags);
  const inside = RE2JS.compile(`(?:^|${EDGE})(?:${source})(?:$|${EDGE})`, flags);
  const whole = RE2JS.compile(`^(?:${source})$`, flags);
  return { occursIn: (text) => inside.matcher(text).find(), is: (text) => whole.matcher(text).find() };
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
