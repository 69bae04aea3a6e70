import { readFile } from 'node:fs/promises';
import { isMap, isScalar, LineCounter, parseDocument, type Document, type Node, type YAMLError } from 'yaml';
import { messageOf, UserError } from '../common/errors.js';
import { formatPath, type Place } from '../common/place.js';
import { schemaFault } from '../common/schema-fault.js';
import { manifestSchema, type Manifest } from './manifest.js';

export interface ManifestFile {
  manifest: Manifest;
  /** Its path, where relative paths start. */
  file: string;
  /** `file:line:column key` of a place in it. */
  place: Place;
}

/**
 * Reads a manifest. Whatever is wrong with it is said with file, line, column and key.
 * @throws UserError CLEANSLATE_MANIFEST_…
 */
export async function readManifest(file: string): Promise<ManifestFile> {
  const lines = new LineCounter();
  const text = await readText(file);
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw fail(`${file}${at(lines, fault.pos[0])}`, inWords(fault, text));
  if (document.contents === null) throw fail(file, 'is empty', 'see manifests/demo.yaml for one that is complete');
  const place: Place = (path) => `${file}${at(lines, offsetOf(document, path))} ${formatPath(path)}`.trimEnd();
  const parsed = manifestSchema.safeParse(asValue(document, file));
  if (!parsed.success) {
    const { path, message, unknownKey } = schemaFault(parsed.error);
    throw fail(place(path), message, unknownKey ? 'remove it, or see docs/manifests.md for the keys there are' : undefined);
  }
  refuseDuplicates(parsed.data, place);
  return { manifest: parsed.data, file, place };
}

async function readText(file: string): Promise<string> {
  const hint = 'give the path of a campaign manifest, such as manifests/demo.yaml';
  try {
    const bytes = await readFile(file);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const message =
      code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'is a directory' : cause instanceof TypeError ? 'is not UTF-8 text' : messageOf(cause);
    throw new UserError('CLEANSLATE_MANIFEST_UNREADABLE', message, { where: file, hint, cause });
  }
}

function inWords({ code, message, pos }: YAMLError, text: string): string {
  if (code === 'DUPLICATE_KEY') return `duplicated key \`${/[^\s:,}]+/.exec(text.slice(pos[0]))?.[0] ?? ''}\``;
  if (code === 'MULTIPLE_DOCS') return 'a second document begins here, and a manifest is one';
  return `is not YAML: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** Aliases are resolved here; a file of a few lines may stand for more values than memory holds. */
function asValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw fail(file, 'its aliases stand for more than a manifest can hold', undefined, cause);
  }
}

function refuseDuplicates(manifest: Manifest, place: Place): void {
  const seen = new Set<string>();
  manifest.configurations.forEach(({ id }, index) => {
    if (seen.has(id)) throw fail(place(['configurations', index, 'id']), `duplicated id \`${id}\``, 'give each configuration an id of its own');
    seen.add(id);
  });
  manifest.tasks.forEach(({ profiles }, index) => {
    const twice = profiles.findIndex((profile, at) => profiles.indexOf(profile) !== at);
    if (twice !== -1) throw fail(place(['tasks', index, 'profiles', twice]), `profile \`${profiles[twice] ?? ''}\` is listed twice`);
  });
}

const fail = (where: string, message: string, hint?: string, cause?: unknown): UserError =>
  new UserError('CLEANSLATE_MANIFEST_INVALID', message, { where, cause, ...(hint !== undefined && { hint }) });

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
