import { lastAnswersObject } from '../common/answers-object.js';

export const NORMALIZATIONS = ['none', 'fence', 'embedded'] as const;
export type Normalization = (typeof NORMALIZATIONS)[number];

export interface Normalized {
  /** What is scored. */
  text: string;
  /** What was done to the raw answer to get there: `none` where it stayed as it was. */
  applied: Normalization;
}

/**
 * Takes wrapping off an answer (contract, `normalize`): `fence` removes one Markdown fence around the whole answer;
 * `embedded` takes the last JSON object with `answers`. An answer that has no such wrapping stays as it is, byte for byte.
 */
export function normalizeAnswer(raw: string, mode: Normalization): Normalized {
  const text = mode === 'none' ? undefined : mode === 'fence' ? insideFence(raw) : embedded(raw);
  return text === undefined ? { text: raw, applied: 'none' } : { text, applied: mode };
}

/** The lines between an opening and a closing fence, where nothing else stands outside them and no fence inside. */
function insideFence(raw: string): string | undefined {
  const lines = raw.replace(/^\uFEFF/, '').trim().split(/\r\n|\r|\n/);
  const opening = /^(`{3,}|~{3,})([^`]*)$/.exec(lines[0] ?? '')?.[1];
  if (opening === undefined || lines.length < 2) return undefined;
  const closes = (line: string): boolean => {
    const marks = line.trim();
    return marks.length >= opening.length && marks === (opening[0] ?? '').repeat(marks.length);
  };
  const end = lines.findIndex((line, at) => at > 0 && closes(line));
  return end === lines.length - 1 ? lines.slice(1, end).join('\n') : undefined;
}

function embedded(raw: string): string | undefined {
  const object = lastAnswersObject(raw);
  return object === raw.replace(/^\uFEFF/, '').trim() ? undefined : object;
}
