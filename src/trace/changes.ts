import type { Entry, Inventory } from '../common/inventory.js';
import { comparePaths } from '../common/paths.js';

/**
 * `modified`: other bytes or another link target, whatever else changed. `mode-changed` and `owner-changed` are about
 * metadata alone; a change of both is `mode-changed`. `renamed`: the one file that went and the one that came with
 * exactly these bytes. Of a file without a digest nobody can say that its bytes are the same: it is `modified`.
 */
export type ChangeKind =
  | 'created' | 'deleted' | 'modified' | 'type-changed' | 'mode-changed' | 'owner-changed' | 'renamed';

export interface Change {
  path: string;
  kind: ChangeKind;
  /** Path before a rename. */
  from?: string;
  before?: Omit<Entry, 'path'>;
  after?: Omit<Entry, 'path'>;
}

/** What differs between two inventories, sorted by the raw bytes of the path. Costs what both hold, once. */
export function compareInventories(before: Inventory, after: Inventory): Change[] {
  const old = new Map(before.entries.map((entry) => [entry.path, entry]));
  const changes: Change[] = [];
  for (const entry of after.entries) {
    const was = old.get(entry.path);
    old.delete(entry.path);
    const kind = was ? kindOf(was, entry) : 'created';
    if (kind) changes.push({ path: entry.path, kind, ...(was && { before: facts(was) }), after: facts(entry) });
  }
  for (const entry of old.values()) changes.push({ path: entry.path, kind: 'deleted', before: facts(entry) });
  return joinRenames(changes).sort((a, b) => comparePaths(a.path, b.path));
}

/** Whether bytes or names changed, and not only who may do what with them. */
export const touchesContent = ({ kind }: Change): boolean => kind !== 'mode-changed' && kind !== 'owner-changed';

function kindOf(before: Entry, after: Entry): ChangeKind | undefined {
  if (before.type !== after.type) return 'type-changed';
  if (after.type === 'file' && after.sha256 === undefined) return 'modified';
  if (before.sha256 !== after.sha256 || before.size !== after.size || before.link !== after.link) return 'modified';
  if (before.mode !== after.mode) return 'mode-changed';
  return before.uid !== after.uid || before.gid !== after.gid ? 'owner-changed' : undefined;
}

function joinRenames(changes: Change[]): Change[] {
  const gone = byContent(changes, 'deleted', 'before');
  const come = byContent(changes, 'created', 'after');
  const replaced = new Set<Change>();
  const renames: Change[] = [];
  for (const [content, [to, ...others]] of come) {
    const [from, ...more] = gone.get(content) ?? [];
    if (!to?.after || !from?.before || others.length + more.length > 0) continue;
    replaced.add(to).add(from);
    renames.push({ path: to.path, kind: 'renamed', from: from.path, before: from.before, after: to.after });
  }
  return [...changes.filter((change) => !replaced.has(change)), ...renames];
}

/** Empty files say nothing about where they came from. */
function byContent(changes: Change[], kind: ChangeKind, side: 'before' | 'after'): Map<string, Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const entry = change[side];
    if (change.kind !== kind || entry?.type !== 'file' || entry.size === 0 || entry.sha256 === undefined) continue;
    const content = `${entry.sha256} ${String(entry.size)}`;
    const group = groups.get(content);
    if (group) group.push(change);
    else groups.set(content, [change]);
  }
  return groups;
}

function facts(entry: Entry): Omit<Entry, 'path'> {
  const { path: _path, ...rest } = entry;
  return rest;
}
