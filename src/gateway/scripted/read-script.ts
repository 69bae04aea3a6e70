import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { messageOf, UserError } from '../../common/errors.js';
import { schemaFault } from '../../common/schema-fault.js';
import { scriptSchema, type Script } from './schema.js';

/**
 * Reads a script of turns. Whatever is wrong with it is said with file, line, column and key.
 * @throws UserError CLEANSLATE_SCRIPT_UNREADABLE, CLEANSLATE_SCRIPT_INVALID
 */
export async function readScript(file: string): Promise<Script> {
  try {
    return parseScript(await readFile(file, 'utf8'), file);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const hint = 'give `reader`, or the path of a YAML file with `turns`';
    throw new UserError('CLEANSLATE_SCRIPT_UNREADABLE', `cannot read the script: ${messageOf(cause)}`, { where: file, hint, cause });
  }
}

/** The same for text; `where` names it in errors. */
export function parseScript(text: string, where: string): Script {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw invalid(`${where}${position(lines, fault.pos[0])}`, fault.message);
  const parsed = scriptSchema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (parsed.success) return parsed.data;
  const { path, message } = schemaFault(parsed.error);
  throw invalid(`${where}${position(lines, offsetOf(document, path))} ${formatPath(path)}`.trimEnd(), message);
}

const invalid = (where: string, message: string): UserError =>
  new UserError('CLEANSLATE_SCRIPT_INVALID', message, { where, hint: 'see docs/gateway.md for the turns there are' });

function position(lines: LineCounter, offset: number | undefined): string {
  if (offset === undefined) return '';
  const { line, col } = lines.linePos(offset);
  return `:${String(line)}:${String(col)}`;
}

/** Where the deepest part of a path that exists begins. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node: unknown = document.getIn(path.slice(0, depth), true);
    const range = (node as { range?: [number, number, number] } | undefined)?.range;
    if (range) return range[0];
  }
  return undefined;
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${String(part)}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('');
