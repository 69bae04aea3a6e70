import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { messageOf, UserError } from '../common/errors.js';
import { manifestSchema, type Manifest } from './manifest.js';

/**
 * Reads a manifest. Whatever is wrong with it is said with file, line, column and key.
 * @throws UserError CLEANSLATE_MANIFEST_…
 */
export async function readManifest(file: string): Promise<Manifest> {
  const lines = new LineCounter();
  const document = parseDocument(await readText(file), { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw fail(`${file}${at(lines, fault.pos[0])}`, fault.message);
  const parsed = manifestSchema.safeParse(document.toJS({ maxAliasCount: 100 }));
  const place = (path: readonly PropertyKey[]): string => `${file}${at(lines, offsetOf(document, path))} ${formatPath(path)}`.trimEnd();
  if (!parsed.success) throw refusal(parsed.error.issues, place);
  refuseDuplicates(parsed.data, place);
  return parsed.data;
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

function refusal(issues: readonly z.core.$ZodIssue[], place: (path: readonly PropertyKey[]) => string): UserError {
  const issue = issues[0];
  if (issue === undefined) return fail(place([]), 'is not a manifest');
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return fail(place([...issue.path, key]), `unknown key \`${key}\``, 'remove it, or see docs/manifests.md for the keys there are');
  }
  return fail(place(issue.path), issue.message.charAt(0).toLowerCase() + issue.message.slice(1));
}

function refuseDuplicates(manifest: Manifest, place: (path: readonly PropertyKey[]) => string): void {
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

const fail = (where: string, message: string, hint?: string): UserError =>
  new UserError('CLEANSLATE_MANIFEST_INVALID', message, hint === undefined ? { where } : { where, hint });

function at(lines: LineCounter, offset: number | undefined): string {
  if (offset === undefined) return '';
  const { line, col } = lines.linePos(offset);
  return `:${String(line)}:${String(col)}`;
}

/** Where the value at a path starts; of a missing one, where its parent starts. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return undefined;
}

const formatPath = (path: readonly PropertyKey[]): string =>
  path.map((part, index) => (typeof part === 'number' ? `[${String(part)}]` : `${index === 0 ? '' : '.'}${String(part)}`)).join('');
