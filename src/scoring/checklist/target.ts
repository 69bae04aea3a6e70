import { parseDocument } from 'yaml';
import { lastObject } from '../../common/answers-object.js';
import { repeatedKey } from '../../common/repeated-key.js';
import { normalizeAnswer } from '../normalize.js';
import { answerOf, finalFile, type Evidence } from './evidence.js';

/** No pattern is tried on more than this many UTF-16 units, so that a flood of output has a bounded price. */
export const MAX_TEXT = 2 ** 20;

export type Found<T> = { value: T } | { missing: 'absent' | 'malformed' };

/** The text of the answer or of a file. Nothing, or white space only, is absent; what is no text, or a flood, malformed. */
export function textAt(evidence: Evidence, file: string | undefined): Found<string> {
  const text = file === undefined ? answerOf(evidence) : finalFile(evidence, file)?.text;
  if (text === undefined) return { missing: 'absent' };
  if (text === null || text.length > MAX_TEXT) return { missing: 'malformed' };
  return text.trim() === '' ? { missing: 'absent' } : { value: text };
}

/** The texts of the files in a folder, which ends in `/`, or of one place. One that cannot be read as text makes all of them so: what is in it nobody has seen. */
export function textsAt(evidence: Evidence, file: string | undefined): Found<string[]> {
  if (file?.endsWith('/') !== true) {
    const text = textAt(evidence, file);
    return 'missing' in text ? text : { value: [text.value] };
  }
  const inside = [...(evidence.sessions.at(-1)?.after.keys() ?? [])].filter((path) => path.startsWith(file)).map((path) => textAt(evidence, path));
  if (inside.some((text) => 'missing' in text && text.missing === 'malformed')) return { missing: 'malformed' };
  const value = inside.flatMap((text) => ('value' in text ? [text.value] : []));
  return value.length === 0 ? { missing: 'absent' } : { value };
}

/** The JSON (of `.yaml` and `.yml`, YAML) in a file or the answer. The answer may be wrapped in a fence or stand at the end of some prose. */
export function documentAt(evidence: Evidence, file: string | undefined): Found<unknown> {
  const text = textAt(evidence, file);
  if ('missing' in text) return text;
  if (file !== undefined) return /\.ya?ml$/i.test(file) ? parseYaml(text.value) : parseJson(text.value);
  return parseJson(jsonPart(text.value));
}

/** The value at a JSON pointer. What is not there is absent. */
export function valueAt(evidence: Evidence, file: string | undefined, at: string): Found<unknown> {
  const document = documentAt(evidence, file);
  return 'missing' in document ? document : resolve(document.value, at);
}

/** The answer's JSON object: all of it, all but its fence, or the last object in it. */
export function jsonPart(answer: string): string {
  const whole = unfenced(answer);
  return 'value' in parseJson(whole) ? whole : (lastObject(whole) ?? whole);
}

/** Whether nothing stands beside the JSON of an answer but one fence around it. */
export const isBare = (answer: string): boolean => jsonPart(answer) === unfenced(answer);

const unfenced = (answer: string): string => normalizeAnswer(answer, 'fence').text.replace(/^\uFEFF/, '').trim();

/** The answer without its JSON object and the fence around that. */
export function prosePart(answer: string): string {
  const object = jsonPart(answer);
  const at = object.startsWith('{') ? answer.lastIndexOf(object) : -1;
  if (at === -1) return answer;
  const [before, after] = [answer.slice(0, at), answer.slice(at + object.length)];
  return `${before.replace(/(?:`{3,}|~{3,})[a-z]*\s*$/, '')}${after.replace(/^\s*(?:`{3,}|~{3,})/, '')}`.trim();
}

function parseJson(text: string): Found<unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return repeatedKey(text) === undefined ? { value } : { missing: 'malformed' };
  } catch {
    return { missing: 'malformed' };
  }
}

function parseYaml(text: string): Found<unknown> {
  try {
    const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, logLevel: 'silent' });
    return document.errors.length > 0 ? { missing: 'malformed' } : { value: document.toJS({ maxAliasCount: 100 }) as unknown };
  } catch {
    return { missing: 'malformed' };
  }
}

function resolve(document: unknown, at: string): Found<unknown> {
  let value = document;
  for (const part of at.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return { missing: 'absent' };
    value = (value as Record<string, unknown>)[name];
  }
  return { value };
}
