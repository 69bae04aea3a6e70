import { formatPatch, structuredPatch, type StructuredPatchHunk } from 'diff';

/** Longer edit scripts are not searched for: the file is then shown as replaced line by line, which applies just as well. */
const MAX_EDIT_LENGTH = 2000;

export interface PatchSide {
  text: string;
  /** Octal permission bits as in an inventory: `0644`. */
  mode: string;
}

export interface PatchFile {
  /** Relative, decoded; must be valid UTF-8. */
  name: string;
  /** Absent: the file is created. */
  before?: PatchSide;
  /** Absent: the file is deleted. */
  after?: PatchSide;
}

/** The text of a file, or undefined if it is not text: bytes that are not UTF-8, or a NUL. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The patches of several files, one by one. A line of a file never begins like one: it has a sign before it. */
export const patchParts = (patch: string): string[] => patch.split(/^(?=diff --git )/m).filter((part) => part !== '');

/** A patch in git's form for one file; `git apply` and `patch -p1` reproduce the bytes exactly. */
export function patchOf({ name, before, after }: PatchFile): string {
  const [old, now] = [before?.text ?? '', after?.text ?? ''];
  return formatPatch({
    oldFileName: before ? `a/${name}` : '/dev/null',
    newFileName: after ? `b/${name}` : '/dev/null',
    oldHeader: undefined,
    newHeader: undefined,
    hunks: hunksOf(old, now),
    isGit: true,
    isCreate: !before,
    isDelete: !after,
    ...(before && before.mode !== after?.mode && { oldMode: gitMode(before.mode) }),
    ...(after && before?.mode !== after.mode && { newMode: gitMode(after.mode) }),
  });
}

export interface MovedFile {
  /** Relative, decoded; must be valid UTF-8. The same where only the mode changed. */
  from: string;
  to: string;
  /** Octal permission bits as in an inventory. */
  mode: { before: string; after: string };
}

/** A patch in git's form for a file that kept its bytes; undefined where git knows no difference. */
export function movePatchOf({ from, to, mode }: MovedFile): string | undefined {
  const [oldMode, newMode] = [gitMode(mode.before), gitMode(mode.after)];
  if (from === to && oldMode === newMode) return undefined;
  const names = { oldFileName: `a/${from}`, newFileName: `b/${to}`, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, hunks: [], isGit: true, isRename: from !== to, ...(oldMode !== newMode && { oldMode, newMode }) });
}

function hunksOf(before: string, after: string): StructuredPatchHunk[] {
  if (before === '' || after === '') return replacement(before, after);
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength: MAX_EDIT_LENGTH });
  return patch?.hunks ?? replacement(before, after);
}

function replacement(before: string, after: string): StructuredPatchHunk[] {
  if (before === after) return [];
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = [...old.flatMap((line) => marked('-', line)), ...now.flatMap((line) => marked('+', line))];
  return [{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines }];
}

/** Only a line feed ends a line: a carriage return before it belongs to the line. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const marked = (sign: string, line: string): string[] =>
  line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];

/** Git knows two modes of files. */
const gitMode = (mode: string): string => ((parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755');
