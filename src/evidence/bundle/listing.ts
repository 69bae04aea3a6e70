import { sha256 } from '../../common/digest.js';
import { formatDigests, parseDigests } from '../listing.js';

/**
 * bundle.sha256: the digest of every other file, in the form of `sha256sum`, below a first line that stands for the list itself
 * (`sha256sum --check` takes it for a comment).
 */
export function formatBundle(files: ReadonlyMap<string, string>): string {
  const list = formatDigests(files);
  return `# ${sha256(list)}\n${list}`;
}

/** The inverse; undefined where the first line does not stand for the others. */
export function parseBundle(text: string): Map<string, string> | undefined {
  const end = text.indexOf('\n') + 1;
  const list = text.slice(end);
  return text.slice(0, end) === `# ${sha256(list)}\n` ? parseDigests(list) : undefined;
}
