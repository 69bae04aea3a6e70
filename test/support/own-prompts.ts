import { readFileSync } from 'node:fs';
import { filesBelow } from './files-below.js';
import { jsonLines } from './cleanslate.js';

/** Pieces of each program's own text that are looked for, and how long one is, characters. */
const PIECES = 20;
const LENGTH = 60;

interface Request {
  type: string;
  body?: { instructions?: unknown; system?: unknown; tools?: unknown; messages?: Spoken[]; input?: Spoken[] };
}
interface Spoken {
  role?: string;
  content?: unknown;
}

/**
 * What a program told its model by itself, out of the requests that the gateway recorded: pieces of its instructions and of what its tools
 * are said to do, without a character that JSON escapes, the longest first.
 * @param wires wire.jsonl files of its trials
 */
export function ownPromptPieces(wires: readonly string[]): string[] {
  const texts = new Set(wires.flatMap((file) => (jsonLines(readFileSync(file, 'utf8')) as unknown as Request[]).filter(({ type }) => type === 'request').flatMap(({ body }) => (body ? ownTexts(body) : []))));
  const plain = [...texts].flatMap((text) => text.match(/[ !#-[\]-~]+/g) ?? []).filter((piece) => piece.trim().length >= LENGTH);
  return [...new Set(plain.sort((a, b) => b.length - a.length).map((piece) => piece.trim().slice(0, LENGTH)))].slice(0, PIECES);
}

const ownTexts = ({ instructions, system, tools, messages, input }: NonNullable<Request['body']>): string[] =>
  stringsOf([instructions, system, tools, [...(messages ?? []), ...(input ?? [])].filter(({ role }) => role === 'system' || role === 'developer').map(({ content }) => content)]);

const stringsOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : []);

/** Files below a folder that hold one of some pieces, with the piece. */
export function holders(folder: string, pieces: readonly string[]): string[] {
  return filesBelow(folder).flatMap((file) => {
    const text = readFileSync(file, 'latin1');
    return pieces.filter((piece) => text.includes(piece)).map((piece) => `${file}: ${piece}`);
  });
}
