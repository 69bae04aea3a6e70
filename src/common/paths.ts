/**
 * File names are bytes. In memory and in JSON we hold them as text that loses none of them:
 * valid UTF-8 stays itself, a byte that is not becomes `\xNN`, and a backslash is doubled.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function encodePath(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes).replaceAll('\\', '\\\\');
  } catch {
    return encodeByCharacter(bytes);
  }
}

/** The bytes that `encodePath` was given. */
export function decodePath(path: string): Buffer {
  const parts = path.split(/(\\\\|\\x[0-9a-f]{2})/);
  return Buffer.concat(
    parts.map((part) => {
      if (part === '\\\\') return Buffer.from('\\');
      if (part.startsWith('\\x')) return Buffer.from(part.slice(2), 'hex');
      return Buffer.from(part);
    }),
  );
}

/** Order of the UTF-8 bytes of two texts, the same on every machine and locale. */
export function compareBytes(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === end) return a.length - b.length;
  const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
  // Below the surrogates, UTF-16 and UTF-8 agree on the order; sorting 100,000 names must not copy each one 17 times.
  return one < 0xd800 && other < 0xd800 ? one - other : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Order of the raw bytes of two encoded paths: where a name is not UTF-8, its text does not sort as its bytes do. */
export const comparePaths = (a: string, b: string): number =>
  a.includes('\\x') || b.includes('\\x') ? Buffer.compare(decodePath(a), decodePath(b)) : compareBytes(a, b);

/** Whether an absolute path is below a directory; the directory itself is not. */
export const isBelow = (path: string, root: string): boolean => path.startsWith(root === '/' ? '/' : `${root}/`) && path !== root;

/** Whether it is the directory itself or below it. */
export const isWithin = (path: string, root: string): boolean => path === root || isBelow(path, root);

/** `/home/dev/a` → `/home`, `/home/dev`: everything that an absolute path lies below, outermost first. */
export const ancestors = (path: string): string[] => path.split('/').slice(1, -1).map((_, index, parts) => `/${parts.slice(0, index + 1).join('/')}`);

function encodeByCharacter(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((n) => at + n <= bytes.length && isCharacter(bytes.subarray(at, at + n)));
    if (length === undefined) text += `\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`;
    else text += utf8.decode(bytes.subarray(at, at + length)).replaceAll('\\', '\\\\');
    at += length ?? 1;
  }
  return text;
}

function isCharacter(bytes: Uint8Array): boolean {
  try {
    return [...utf8.decode(bytes)].length === 1;
  } catch {
    return false;
  }
}
