/** Objects within objects that are taken apart; what is deeper stands as JSON. */
const DEEPEST = 6;

/**
 * A value of a tool call, or of what it gave back, as text to read: a text is itself, with its line breaks; an object is its fields, one
 * a line, a text of several lines below its name; blocks of text, as models and servers send them, are that text.
 */
export function readable(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? linesOf(value, 0).join('\n') : (JSON.stringify(value) ?? 'nothing');
}

function linesOf(value: object, depth: number): string[] {
  if (depth === DEEPEST) return [JSON.stringify(value)];
  if (Array.isArray(value)) return value.length === 0 ? ['[]'] : value.flatMap((one: unknown) => (isText(one) ? one.text.split('\n') : named('-', one, depth)));
  const fields = Object.entries(value);
  return fields.length === 0 ? ['{}'] : fields.flatMap(([name, one]) => named(`${name}:`, one, depth));
}

function named(name: string, value: unknown, depth: number): string[] {
  const lines = typeof value === 'string' ? value.split('\n') : typeof value === 'object' && value !== null ? linesOf(value, depth + 1) : [JSON.stringify(value) ?? 'nothing'];
  const isNested = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  return lines.length === 1 && !isNested ? [`${name} ${lines[0] ?? ''}`] : [name, ...lines.map((line) => `  ${line}`)];
}

/** A block of text in a message or a result: nothing but its type and its text. */
const isText = (value: unknown): value is { text: string } =>
  typeof value === 'object' && value !== null && typeof (value as { text?: unknown }).text === 'string' && Object.keys(value).every((key) => key === 'type' || key === 'text');
