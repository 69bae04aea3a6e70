import type { Evidence } from './evidence.js';
import { holdsToken } from './values.js';

/** A source as people write it, as a path: without `./`, line number or anchor. An absolute path stays one. */
export const cleanSource = (text: string): string =>
  text.trim().replace(/^`(.*)`$/, '$1').replace(/^\.\//, '').replace(/#[^/]*$/, '').replace(/:L?\d+(?:-L?\d+)?$/, '');

/** Whether a cited source is this one: absolute paths end in it. */
export const isSource = (cited: string, source: string): boolean =>
  cited.toLowerCase() === source.toLowerCase() || (cited.startsWith('/') && cited.toLowerCase().endsWith(`/${source.toLowerCase()}`));

/** Whether a file is the agent's own note, made or changed by it before the last session, and holds one of the values. */
export function isOwnNote({ sessions }: Evidence, cited: string, values: readonly string[]): boolean {
  return sessions.slice(0, -1).some(({ before, after }) =>
    [...after].some(([path, { text, sha256 }]) => isSource(cited, path) && before.get(path)?.sha256 !== sha256 && values.some((value) => holdsToken(text ?? '', value))),
  );
}

/** The path of the file that is cited, where there is one at the beginning or the end of the last session: by its path, or by a name that one file alone has. */
export function citedFile({ sessions }: Evidence, cited: string): string | undefined {
  const last = sessions.at(-1);
  const paths = [...new Set([...(last?.before.keys() ?? []), ...(last?.after.keys() ?? [])])];
  const named = paths.filter((path) => isNamed(cited, path));
  return paths.find((path) => isSource(cited, path)) ?? (named.length === 1 ? named[0] : undefined);
}

/** Whether people mean a file by this: without its folder or its ending, and a blank for a hyphen (`Notice 17`). */
function isNamed(cited: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const withoutEnding = (text: string): string => text.replace(/(?<=[^/])\.[a-z]{1,5}$/i, '');
  return [path, name, withoutEnding(path), withoutEnding(name)].some((form) => plain(form) === plain(cited));
}
