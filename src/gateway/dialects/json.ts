/** Bodies come from programs that we do not control: every access says what it falls back to. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const objectsOf = (value: unknown): Json[] => listOf(value).filter(isObject);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const countOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null);

/** The value of JSON text; the text itself where it is none (a model may ask for a tool with broken arguments). */
export function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Tool arguments as an object: empty text means no arguments. */
export const argumentsOf = (value: unknown): unknown => (typeof value === 'string' ? (value === '' ? {} : parsedOrText(value)) : (value ?? {}));

/** Text of a content field: a string, or a list of parts that have a `text`. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .map((part) => textOf(part.text))
    .filter((text) => text !== '')
    .join('\n');
}
