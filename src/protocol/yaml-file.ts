import { readFile } from 'node:fs/promises';
import { isMap, isScalar, LineCounter, parseDocument, type Document, type Node, type YAMLError } from 'yaml';
import { messageOf, UserError } from '../common/errors.js';
import { formatPath, type Place } from '../common/place.js';

/** What a YAML file of a user's is called in errors, and what to do about it. */
export interface YamlKind {
  /** Error codes are `CLEANSLATE_<CODE>_UNREADABLE` and `_INVALID`. */
  code: 'MANIFEST' | 'BATTERY';
  /** Said where the file cannot be read. */
  unreadable: string;
  /** Said where the file is empty. */
  empty: string;
}

export interface YamlFile {
  value: unknown;
  text: string;
  /** `file:line:column key` of a place in it. */
  place: Place;
  fail: Fail;
}

type Fail = (where: string, message: string, hint?: string, cause?: unknown) => UserError;

/**
 * Reads a YAML file. Whatever is wrong with it is said with file, line and column.
 * @throws UserError CLEANSLATE_<CODE>_UNREADABLE, CLEANSLATE_<CODE>_INVALID
 */
export async function readYaml(file: string, kind: YamlKind): Promise<YamlFile> {
  const fail: Fail = (where, message, hint, cause) => new UserError(`CLEANSLATE_${kind.code}_INVALID`, message, { where, cause, ...(hint !== undefined && { hint }) });
  const lines = new LineCounter();
  const text = await readText(file, kind);
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw fail(`${file}${at(lines, fault.pos[0])}`, inWords(fault, text));
  if (document.contents === null) throw fail(file, 'is empty', kind.empty);
  const place: Place = (path) => `${file}${at(lines, offsetOf(document, path))} ${formatPath(path)}`.trimEnd();
  return { value: asValue(document, () => fail(file, 'its aliases stand for more than a file can hold')), text, place, fail };
}

async function readText(file: string, { code, unreadable: hint }: YamlKind): Promise<string> {
  try {
    const bytes = await readFile(file);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code;
    const message = reason === 'ENOENT' ? 'no such file' : reason === 'EISDIR' ? 'is a directory' : cause instanceof TypeError ? 'is not UTF-8 text' : messageOf(cause);
    throw new UserError(`CLEANSLATE_${code}_UNREADABLE`, message, { where: file, hint, cause });
  }
}

function inWords({ code, message, pos }: YAMLError, text: string): string {
  if (code === 'DUPLICATE_KEY') return `duplicated key \`${/[^\s:,}]+/.exec(text.slice(pos[0]))?.[0] ?? ''}\``;
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, and a file is one';
  return `is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** Aliases are resolved here; a file of a few lines may stand for more values than memory holds. */
function asValue(document: Document, refuse: () => UserError): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch {
    throw refuse();
  }
}

function at(lines: LineCounter, offset: number | undefined): string {
  if (offset === undefined) return '';
  const { line, col } = lines.linePos(offset);
  return `:${String(line)}:${String(col)}`;
}

/** Where the key or list entry at a path starts; of a missing one, where what should hold it starts. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const name = path[length - 1];
    const key = isMap(parent) ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key : undefined;
    const node = (key ?? document.getIn(path.slice(0, length), true)) as Node | undefined;
    if (node?.range) return node.range[0];
  }
  return document.contents?.range?.[0];
}
