import { sha256 } from '../../common/digest.js';
import type { Entry } from '../../common/inventory.js';
import { ancestors, encodePath, isBelow } from '../../common/paths.js';
import type { Laid } from '../../protocol/battery/task.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import { packFiles } from '../seed/tar.js';

/** What a task lays over the workspace before a session, for what its agent has left. */
export interface Laying {
  /** Whether what was left there has to make room. */
  replaces(path: string, type?: Entry['type']): boolean;
  /** Whether the task takes it away. */
  removes(path: string): boolean;
  /** Whether what was left there is what the task lays there anyway. */
  isSame(entry: Entry): boolean;
  /** What is laid, as a tar; undefined where nothing is. */
  tar: Buffer | undefined;
}

/**
 * What a session's own files say holds in any case. What earlier sessions laid holds where that state is cleared: the beginning that it
 * goes back to is the task's, as far as it has come; where it is declared, it is as it was left.
 * @param isDeclared whether state of this path goes on as it was left
 */
export async function layingFor(laid: Laid | undefined, isDeclared: (path: string) => boolean): Promise<Laying> {
  const texts = new Map<string, string | null>();
  for (const [path, { text, now }] of laid ?? []) {
    const inside = `${WORKSPACE}/${encodePath(Buffer.from(path))}`;
    if (now || !isDeclared(inside)) texts.set(inside, text);
  }
  const written = [...texts].flatMap(([path, text]) => (text === null ? [] : [{ path, text }]));
  const above = new Set(written.flatMap(({ path }) => ancestors(path)));
  return {
    replaces: (path, type) => texts.has(path) || (above.has(path) && type !== undefined && type !== 'directory') || written.some((file) => isBelow(path, file.path)),
    removes: (path) => texts.get(path) === null,
    isSame: ({ path, sha256: digest }) => typeof texts.get(path) === 'string' && sha256(texts.get(path) ?? '') === digest,
    tar: written.length === 0 ? undefined : await packFiles(written.map(({ path, text }) => ({ path, content: Buffer.from(text), mode: 0o644, owner: 'agent' }))),
  };
}
