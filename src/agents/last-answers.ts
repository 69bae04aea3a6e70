/** From where to where an object reaches, end exclusive. */
interface Span {
  start: number;
  end: number;
}

/**
 * The last JSON object in a text that has a member `answers`, verbatim; null where there is none.
 * An object inside another such object belongs to it. Reads the text once, whatever prose stands around the objects.
 */
export function lastAnswers(text: string): string | null {
  const spans = objectsWithAnswers(text).filter(({ start, end }) => isJson(text.slice(start, end)));
  const last = spans.reduce<Span | undefined>((best, span) => (best && span.start > best.start && span.end < best.end ? best : later(best, span)), undefined);
  return last === undefined ? null : text.slice(last.start, last.end);
}

const later = (a: Span | undefined, b: Span): Span => (a && a.end > b.end ? a : b);

/** One token of JSON: a string, a member name `answers`, a bracket, or what may stand between them. */
const token = /("answers"\s*:)|"(?:[^"\\\n]|\\.)*"|([{[])|([}\]])|[\s,:\w.+-]+/y;

function objectsWithAnswers(text: string): Span[] {
  const found: Span[] = [];
  let open: { start: number; answers: boolean }[] = [];
  let at = text.indexOf('{');
  while (at !== -1 && at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    const top = open.at(-1);
    if (match === null) open = [];
    else if (match[1] !== undefined && top) top.answers = true;
    else if (match[2] !== undefined) open.push({ start: at, answers: false });
    else if (match[3] !== undefined && open.pop()?.answers) found.push({ start: top?.start ?? 0, end: at + 1 });
    at += match?.[0].length ?? 1;
    if (open.length === 0) at = text.indexOf('{', at);
  }
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
