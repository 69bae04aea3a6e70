import type { Header } from 'tar-stream';
import { HarnessError } from '../../common/errors.js';
import { encodePath } from '../../common/paths.js';

/** How to open a tar so that its names keep their bytes: one character of the text is one byte. */
export const BYTES_AS_TEXT = { filenameEncoding: 'latin1' } as object;

export const refused = (path: string, why: string): HarnessError =>
  new HarnessError('CLEANSLATE_SEED', `the seed cannot hold ${path}: ${why}`);

/** The name of an entry, as it is. */
export const nameOf = (header: Header): Buffer => bytesOf(header.name, isPax(header, 'path'));

/** The absolute, encoded path of an entry. Throws a HarnessError for a name that is not relative to `/`. */
export const pathOf = (header: Header): string => logical(header.name, isPax(header, 'path'));

/** The same of the file that a hard link names. */
export const linkedPath = (header: Header): string => logical(header.linkname, isPax(header, 'linkpath'));

/** The target of a symlink, as it is. */
export const targetOf = (header: Header): Buffer => bytesOf(header.linkname, isPax(header, 'linkpath'));

/** Whether a field comes from a pax record, which is UTF-8, and not from the header, which is bytes. */
const isPax = (header: Header, key: string): boolean =>
  (header.pax as Record<string, string> | null | undefined)?.[key] !== undefined;

const bytesOf = (text: string, pax: boolean): Buffer => Buffer.from(text, pax ? 'utf8' : 'latin1');

function logical(name: string, pax: boolean): string {
  const path = encodePath(bytesOf(name, pax));
  if (path.startsWith('/')) throw refused(path, 'its name is absolute');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw refused(path, 'its name has a .. in it');
  return `/${parts.join('/')}`;
}
