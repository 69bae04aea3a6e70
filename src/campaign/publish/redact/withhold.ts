import { readFile } from 'node:fs/promises';
import { digestOf } from '../../../common/json.js';

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where requests of the dialects hold what a CLI tells its model by itself. */
const PLACES = ['system', 'instructions', 'systemInstruction', 'system_instruction', 'tools', 'functions'];
/** Lists of a conversation, in which some entries are the CLI's own. */
const LISTS = ['messages', 'input', 'contents'];
const OWN_ROLES = new Set(['system', 'developer']);

/**
 * A line of wire.jsonl without the prompts and tool definitions that a third party's CLI brings: they are its maker's text, and not ours to
 * publish. Each stands there as `withheld:sha256:<digest>`, the digest being that of its canonical JSON (RFC 8785), so that who has the CLI can
 * compare. Lists keep their length: later requests refer to their entries. What else was said stays. The same text where nothing was withheld.
 * @param tell gets everything that was withheld
 */
export function withholdPrompts(line: string, tell: Tell = () => undefined): string {
  const record: unknown = JSON.parse(line);
  if (!isJson(record)) return line;
  const before = JSON.stringify(record);
  if ('body' in record) record['body'] = record['type'] === 'request' ? inBody(record['body'], tell) : inReply(record['body'], tell);
  // What is no JSON cannot be taken apart.
  if (record['type'] === 'request') for (const key of ['body_text', 'body_base64']) if (key in record && record['operation'] === 'model') record[key] = withheld(record[key], tell);
  if (Array.isArray(record['events'])) record['events'] = record['events'].map((event: unknown) => (isJson(event) ? { ...event, data: inReply(event['data'], tell) } : event));
  const after = JSON.stringify(record);
  return after === before ? line : after;
}

type Tell = (value: unknown) => void;

function inBody(body: unknown, tell: Tell): unknown {
  if (!isJson(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => {
    if (PLACES.includes(key) && value !== null) return [key, Array.isArray(value) ? value.map((entry) => withheldEntry(entry, tell)) : withheld(value, tell)];
    return [key, LISTS.includes(key) && Array.isArray(value) ? value.map((entry) => inList(entry, tell)) : value];
  }));
}

const inList = (entry: unknown, tell: Tell): unknown =>
  isJson(entry) && typeof entry['role'] === 'string' && OWN_ROLES.has(entry['role']) && 'content' in entry ? { ...entry, content: withheld(entry['content'], tell) } : entry;

/** Some providers repeat the request's prompts in their reply, or in its `response`. */
const inReply = (body: unknown, tell: Tell): unknown => (isJson(body) ? { ...(inBody(body, tell) as Json), ...(isJson(body['response']) && { response: inBody(body['response'], tell) }) } : body);

/** Of a tool, its name stays: the trace tells it too. */
function withheldEntry(entry: unknown, tell: Tell): unknown {
  if (!isJson(entry)) return withheld(entry, tell);
  tell(entry);
  const name = entry['name'] ?? (isJson(entry['function']) ? entry['function']['name'] : undefined);
  return { ...(typeof entry['type'] === 'string' && { type: entry['type'] }), ...(typeof name === 'string' && { name }), withheld: digest(entry) };
}

const digest = (value: unknown): string => `sha256:${digestOf(value)}`;
function withheld(value: unknown, tell: Tell): string {
  tell(value);
  return `withheld:${digest(value)}`;
}

/** What a wire.jsonl holds by digest only: how many different texts, and the first line that has one, from 1. */
export interface WithheldParts {
  prompts: number;
  tools: number;
  line: number;
}

/** What of a wire.jsonl was withheld; undefined where nothing was. A part that many requests have counts once. */
export async function withheldIn(file: string): Promise<WithheldParts | undefined> {
  const [prompts, tools, text] = [new Set<string>(), new Set<string>(), await readFile(file, 'utf8')];
  for (const [, prompt] of text.matchAll(/"withheld:sha256:([0-9a-f]{64})"/g)) prompts.add(prompt ?? '');
  for (const [, name = '', part] of text.matchAll(/("name":"(?:[^"\\]|\\.)*",)?"withheld":"sha256:([0-9a-f]{64})"/g)) (name === '' ? prompts : tools).add(part ?? '');
  if (prompts.size + tools.size === 0) return undefined;
  return { prompts: prompts.size, tools: tools.size, line: text.slice(0, text.search(/"withheld(?::|":")sha256:/)).split('\n').length };
}
