import { createHash } from 'node:crypto';

/** What an annotated tag of git names: a line of its message for each digest, as `anchor` writes it. */
export const tagMessage = (campaign: string, of: string, digest: string): string => `${campaign}: anchor\n\n${of} sha256:${digest}\n`;

/** A tag object as git keeps it. */
export interface TagObject {
  /** Its id in its repository. */
  object: string;
  name: string;
  /** Of who made it, ISO 8601; null where there is none. */
  time: string | null;
  digests: string[];
}

/**
 * Reads a tag object.
 * @param bytes its content, as `git cat-file tag` gives it
 * @param idLength how many hex digits ids have in its repository: 40 (SHA-1) or 64 (SHA-256)
 */
export function readTag(bytes: Buffer, idLength: number): TagObject {
  const text = bytes.toString('utf8');
  const seconds = /^tagger .*> (\d+) [+-]\d{4}$/m.exec(text)?.[1];
  return {
    object: createHash(idLength === 64 ? 'sha256' : 'sha1').update(`tag ${String(bytes.length)}\0`).update(bytes).digest('hex'),
    name: /^tag (.+)$/m.exec(text)?.[1] ?? '',
    time: seconds === undefined ? null : new Date(Number(seconds) * 1000).toISOString(),
    digests: [...text.matchAll(/\bsha256:([0-9a-f]{64})\b/g)].flatMap(([, digest]) => digest ?? []),
  };
}
