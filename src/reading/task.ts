/** One question of a request. */
export interface Question {
  id: string;
  text: string;
  /** What to find out, without the list of allowed values. */
  subject: string;
  /** Allowed values; empty where the question offers none. */
  values: string[];
  /** Offered actions; empty where the question asks for none. */
  actions: string[];
}

/** `exactly one of`, `one action code out of`, …, then a list of codes. */
const list = /[^.?!\n]*\bone\b[^.?!\n`]*:?\s*((?:`[^`\n]+`(?:\s*,?\s*(?:or|and)?\s*))+)\.?/gi;

/** The questions of a request: the members of `questions` in a JSON object in it, else lines that offer a list of values. */
export function questionsIn(request: string): Question[] {
  const texts = jsonQuestions(request) ?? lineQuestions(request);
  return texts.map(([id, text]) => readQuestion(id, text));
}

function readQuestion(id: string, text: string): Question {
  const lists = [...text.matchAll(list)].map((match) => ({ action: /\baction/i.test(match[0].slice(0, match[0].indexOf('`'))), codes: codesIn(match[1] ?? '') }));
  const of = (action: boolean): string[] => lists.filter((each) => each.action === action).flatMap(({ codes }) => codes);
  return { id, text, subject: text.replace(list, ' ').trim(), values: of(false), actions: of(true) };
}

const codesIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');

function jsonQuestions(request: string): [string, string][] | undefined {
  for (const start of positions(request, /\{/g)) {
    const found = parseFrom(request, start);
    const questions = isRecord(found) ? found['questions'] : undefined;
    if (isRecord(questions)) return Object.entries(questions).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  }
  return undefined;
}

/** The JSON object that starts here and ends at some closing brace, the last one first. */
function parseFrom(text: string, start: number): unknown {
  for (const end of positions(text.slice(start), /\}/g).reverse().slice(0, 50)) {
    try {
      return JSON.parse(text.slice(start, start + end + 1));
    } catch {
      continue;
    }
  }
  return undefined;
}

const positions = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(({ index }) => index);

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lines such as "- `id`: text", "1. id: text" or "**id** text". */
const line = /^\s*(?:[-*+]|\d+[.)])?\s*[*_`"]*([A-Za-z][\w.-]*)[*_`"]*\s*[:–—-]?[*_`]*\s+(\S.*)$/;

function lineQuestions(request: string): [string, string][] {
  return request.split('\n').flatMap((text) => {
    const match = line.exec(text);
    return match?.[2]?.includes('?') ? [[match[1] ?? '', match[2]] as [string, string]] : [];
  });
}
