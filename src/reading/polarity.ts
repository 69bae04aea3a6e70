const turn = 'and|but|or|so|because|as|if|when|where|while|until|after|since|though|although|now|then|yet|which|that|who';
/** Up to four words that open no new clause. */
const words = (most: number): string => `(?:(?!(?:${turn})\\b)[\\w'’-]+ ){0,${String(most)}}`;
const other = '(?:(?!(?:by|with|through|via|in|on|into|at)\\b)[\\w-]+ )?';
/** What may stand between a verb and its object. */
const object = `(?:(?:the|a|an|its|our|their|this|that|all|any|plans?|ideas?|use|using|of|for|to|old|earlier|former|previous) )*${other}`;

/** Words before a value, in its own clause, that take it back. */
const before = [
  `(?:not|never|no longer|neither|nor|cannot|[a-z]+n['’]t) ${words(4)}$`,
  `(?:instead of|rather than|in place of|other than|away from|as opposed to|unlike|without|against|no more) ${words(1)}$`,
  `(?:replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|drop(?:s|ped|ping)?|abandon(?:s|ed|ing)?|retir(?:e|es|ed|ing)|reject(?:s|ed|ing)?) ${object}$`,
  `(?:withdr(?:aw|aws|ew|awn|awing)|cancel(?:s|l?ed|l?ing)?|remov(?:e|es|ed|ing)|discard(?:s|ed|ing)?|retract(?:s|ed|ing)?|revok(?:e|es|ed|ing)|rul(?:ed|es|ing) out) ${object}$`,
  `(?:formerly|previously|originally|initially|once|used to|had been|had) ${words(4)}$`,
  `(?:earlier|former|old|previous|original|outdated|superseded|replaced) ${other}$`,
  `(?:mov|switch|chang|migrat|went|go|goes|turn|convert)\\w* ${words(4)}from (?:(?!(?:to|into)\\b)[\\w-]+ ){0,2}$`,
  `(?:chose|chosen|choose|prefer\\w*|pick\\w*|favou?r\\w*|won) ${words(4)}over ${words(1)}$`,
].map((pattern) => new RegExp(`(?:^|[^\\w'’])${pattern}`, 'i'));

/** Words behind a value that take it back. */
const gone = '(?:replaced|superseded|rejected|dropped|withdrawn|retired|abandoned|discarded|cancell?ed|removed|revoked|retracted|ruled out|turned down|gone|history)';
const be = '(?:was|is|were|are|has been|have been|had been|got|gets)(?: now| then| later| since| finally)?';
const denied = "(?:was|is|were|are|has|have|does|do|did|will|would|should)(?: not\\b|n['’]t\\b| no longer\\b)";
const behind = [
  `^ ?${words(6)}(?:${be} ${gone}\\b|${denied})`,
  `^ ?${words(1)},? ?(?:which|that|who) (?:${be} ${gone}\\b|${denied})`,
  `^ ?${words(3)}(?:no longer|was (?:only|just|merely))\\b`,
].map((pattern) => new RegExp(pattern, 'i'));

/**
 * Whether a sentence takes back what stands at [start, end) of it: `no longer X`, `instead of X`, `from X to …`, `X was replaced`.
 * Looks at the value's own clause only, so that what is said of something else does not count.
 */
export function takesBack(sentence: string, start: number, end: number): boolean {
  const lead = tidy(sentence.slice(0, start)).split(/[,;:()] ?/).at(-1) ?? '';
  const tail = /^[^;()]*/.exec(tidy(sentence.slice(end)))?.[0] ?? '';
  return before.some((pattern) => pattern.test(lead)) || behind.some((pattern) => pattern.test(tail));
}

const tidy = (text: string): string => text.replaceAll(/["`*_“”‘]/g, '').replaceAll(/\s+/g, ' ');
