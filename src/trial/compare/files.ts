import type { FileMask, Varying } from '../../common/varying.js';
import { isVarying } from '../../agents/state-table.js';
import type { Entry } from '../../common/inventory.js';
import type { Mask } from '../../gateway/replay/mask.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';
import { AFTER, BEFORE, excerpts, type Placed } from './divergence.js';
import { textKey, type SessionChange, type Side } from './side.js';

/** What came out of comparing the changes of two attempts. */
export interface ComparedFiles {
  divergences: Placed[];
  /** Paths that differ, and whose pattern says that it means nothing. */
  masked: { path: string; pattern: string; why: string }[];
}

/**
 * Compares what two attempts left: the same names (ids in them masked) with the same content, as bytes or as masked text.
 * A file that was seeded counts whatever the agent's table says of it.
 */
export function compareFiles(a: Side, b: Side, mask: Mask, varying: Pick<Varying, 'files'>): ComparedFiles {
  const [left, right] = [byName(a, mask), byName(b, mask)];
  const seeded = new Set([a, b].flatMap(({ initial }) => initial.get(1) ?? []).filter(({ type }) => type === 'file').map(({ path }) => path));
  const result: ComparedFiles = { divergences: [], masked: [] };
  for (const name of [...new Set([...left.keys(), ...right.keys()])].sort()) {
    const [one, other] = [left.get(name) ?? [], right.get(name) ?? []];
    const different = differs(one, other, mask, [a, b]);
    if (!different) continue;
    const { path = name, session = null } = one[0] ?? other[0] ?? {};
    const known = isSource(path, seeded) ? undefined : (isVarying(path, varying.files, { home: HOME, workspace: WORKSPACE }) ?? hashedOnly(one, other, path));
    if (known) result.masked.push({ path, ...known });
    else result.divergences.push({ kind: 'file-change', session, seq: seqOf(session, a), where: path, a: different[0], b: different[1] });
  }
  return result;
}

/** What a session left comes after its own steps and before those of the next one. */
function seqOf(session: number | null, { initial, events }: Side): number {
  if (session === null || session === Math.max(...initial.keys())) return AFTER.file;
  return (events.findLast((event) => event.session === session)?.seq ?? BEFORE) + 0.5;
}

/** Of caches only digests are kept (trace/capture-plan.ts), so nothing tells whether an id in one is all that differs; that they are there does count. */
function hashedOnly(a: readonly SessionChange[], b: readonly SessionChange[], path: string): FileMask | undefined {
  const alike = a.length === b.length && a.every((one, index) => one.omitted === 'cache' && b[index]?.omitted === 'cache' && one.kind === b[index].kind && meta(one.after) === meta(b[index].after));
  return alike ? { pattern: path, why: 'a cache, of which only the digest is kept' } : undefined;
}

/** Git's own bookkeeping is seeded, and no text that a profile gave. */
const isSource = (path: string, seeded: ReadonlySet<string>): boolean => seeded.has(path) && !path.includes('/.git/');

function byName({ changes }: Side, mask: Mask): Map<string, SessionChange[]> {
  const names = new Map<string, SessionChange[]>();
  for (const change of changes) {
    const name = `${String(change.session)} ${mask.text(change.path)}`;
    names.set(name, [...(names.get(name) ?? []), change]);
  }
  return names;
}

/** Both sides, short; undefined where they are the same. Names that only ids told apart are compared as a set. */
function differs(a: readonly SessionChange[], b: readonly SessionChange[], mask: Mask, [left, right]: [Side, Side]): [string | null, string | null] | undefined {
  if (same(a.map(bytesOf), b.map(bytesOf))) return undefined;
  const [one, other] = [a.map((change) => contentOf(change, left, mask)), b.map((change) => contentOf(change, right, mask))];
  if (same(one, other)) return undefined;
  if (one.length !== other.length) return [shortly(a), shortly(b)];
  const at = one.findIndex((content, index) => content !== other[index]);
  const [first, second] = [a[at], b[at]];
  if (first?.kind !== second?.kind || one[at] === undefined || other[at] === undefined) return [shortly(a), shortly(b)];
  return excerpts(one[at], other[at]);
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && [...a].sort().every((one, index) => one === [...b].sort()[index]);

/** Everything of a change that another run can have alike. */
const bytesOf = ({ kind, after }: SessionChange): string => [kind, meta(after), after?.sha256 ?? ''].join(' ');

function contentOf(change: SessionChange, side: Side, mask: Mask): string {
  const text = side.texts.get(textKey(change));
  // A size says nothing where ids and times of other lengths stand in a text.
  if (text === undefined) return `${bytesOf(change)}, ${String(change.after?.size ?? 0)} bytes`;
  const lines = text.split('\n').filter((line) => !/^(diff --git|---|\+\+\+|index) /.test(line) && !line.startsWith('@@'));
  return [change.kind, meta(change.after), mask.text(lines.join('\n'))].join(' ');
}

const meta = (after: Omit<Entry, 'path'> | undefined): string => (after ? [after.type, after.mode, after.uid, after.gid, after.link ?? ''].join(' ').trimEnd() : 'gone');

const shortly = (changes: readonly SessionChange[]): string | null =>
  changes.length === 0 ? null : changes.slice(0, 3).map(({ kind, after }) => `${kind}${after === undefined ? '' : `, ${after.type} ${after.mode}, ${String(after.size)} bytes${after.sha256 === undefined ? '' : `, ${after.sha256.slice(0, 12)}`}`}`).join('; ');
