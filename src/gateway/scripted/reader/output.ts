/**
 * What a tool gave back, as near to the bytes as can be had: agents wrap, number, escape and cut what they show to their model.
 */
export function plainOutput(text: string): string {
  const inner = unwrap(unescape(text.replaceAll('\r\n', '\n')));
  return unnumber(inner);
}

/** Output that came as JSON: an object with the text in it, or text with its line breaks escaped. */
function unescape(text: string): string {
  const trimmed = text.trim();
  if (/^[[{"]/.test(trimmed)) {
    try {
      return textIn(JSON.parse(trimmed)) ?? text;
    } catch {
      // It only looked like JSON.
    }
  }
  const escaped = text.split(String.raw`\n`).length - 1;
  const real = text.split('\n').length - 1;
  if (escaped < 2 || real > 1) return text;
  return text.replaceAll(/\\([nrt"\\])/g, (_, letter: string) => ({ n: '\n', r: '', t: '\t' })[letter] ?? letter);
}

const KEYS = ['output', 'stdout', 'content', 'text', 'result', 'aggregated_output'];

/** The text of a wrapper; undefined where the JSON is itself what was read. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const holder = value as Record<string, unknown>;
  const key = KEYS.find((name) => typeof holder[name] === 'string');
  // A wrapper says little beside its text; a file that is JSON says more.
  return key !== undefined && Object.keys(holder).every((name) => KEYS.includes(name) || /exit|code|error|stderr|truncated|time|status|metadata/i.test(name))
    ? (holder[key] as string)
    : undefined;
}

const HEADERS = [
  // codex
  /^(?:Chunk ID:.*\n)?(?:Wall time:.*\n|Exit code:.*\n|Process exited with code.*\n|Original token count:.*\n|Total output lines:.*\n)+Output:\n/,
  // gemini, qwen
  /^<untrusted_context>\s*\n/,
  /^(?:Command:.*\n)?(?:Directory:.*\n)?(?:Output|Stdout): ?/,
  // opencode
  /^(?:<path>[^\n]*<\/path>\n)?(?:<type>[^\n]*<\/type>\n)?<(?:file|content|entries)>\n?/,
];

const FOOTERS = [
  /\n?<system-reminder>[\s\S]*?<\/system-reminder>\s*$/,
  /\n?<\/untrusted_context>\s*$/,
  /\n(?:(?:Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*\n?)+$/,
  /\n?\(End of file[^\n]*\)\s*(?=\n?<\/|$)/,
  /\n?<\/(?:file|content|entries)>\s*$/,
];

function unwrap(text: string): string {
  let inner = text;
  for (const pattern of HEADERS) inner = inner.replace(pattern, '');
  for (const pattern of FOOTERS) inner = inner.replace(pattern, '');
  return inner;
}

const NUMBERED = /^\s*0*(\d+)(?:→|\t|\| ?|: )/;

/** Line numbers in front of every line, one after the other. */
function unnumber(text: string): string {
  const lines = text.split('\n');
  const numbers = lines.map((line) => NUMBERED.exec(line)?.[1]);
  const counted = numbers.filter((number) => number !== undefined).map(Number);
  const first = counted[0];
  const runs = first !== undefined && counted.every((number, at) => number === first + at);
  const bare = lines.filter((line, at) => numbers[at] === undefined && line.trim() !== '').length;
  // A last line may be a note of the tool's own.
  if (!runs || counted.length < 1 || bare > 2 || (counted.length === 1 && bare > 0)) return text;
  return lines.filter((line, at) => numbers[at] !== undefined || line.trim() === '').map((line) => line.replace(NUMBERED, '')).join('\n');
}

const TAKEN = /^\W*(?:old|earlier|previous)?\s*tool (?:result|output|call)s?\b.{0,40}\b(?:cleared|removed|pruned|dropped|compacted|omitted)\b.{0,80}$/i;

/** Whether a CLI has taken a tool's output out of the conversation again, and left a note in its place. */
export const takenBack = (output: string): boolean => output.length < 300 && TAKEN.test(output.trim());

const CUT = [
  /\btruncated\b/i, /\b\d[\d,]* (?:more )?(?:lines?|bytes?|characters?|tokens?) (?:omitted|skipped|hidden|not shown)\b/i, /\bOutput capped\b/i,
  /\bUse (?:the )?['`"]?offset/i, /\bFile has more lines\b/i, /\bexceeds maximum allowed (?:tokens|size)\b/i, /\bshowing lines \d+/i,
];

/** Whether a tool says that it left something out. Notes are short lines; a file may well speak of truncation. */
export function saysCut(output: string): boolean {
  const lines = output.split('\n');
  const edge = [...lines.slice(0, 8), ...lines.slice(-8), ...lines.filter((line) => /^\W*(?:…|\.\.\.|\[)/.test(line))];
  return edge.some((line) => line.length < 400 && CUT.some((pattern) => pattern.test(line)));
}
