import { createHash } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { begun } from '../common/begun.js';
import { HarnessError } from '../common/errors.js';
import type { Inventory } from '../common/inventory.js';
import { decodePath, isBelow } from '../common/paths.js';
import { DEFAULT_LIMITS, groupChanges, isNameable, planReads, type CaptureLimits, type Group, type RecordedChange, type Task } from './capture-plan.js';
import { touchesContent } from './changes.js';
import { inventoryJson } from './inventory-file.js';
import { movePatchOf, patchOf, textOf } from './patches.js';
import { tarFiles, type TarFile } from './tar-files.js';

export const PATCH_FILE = 'changes.patch';

export interface CaptureOptions {
  /** Where they go: `changes`, or a folder of a session. */
  folder?: string;
  /** Folder under it for each root: `{ workspace: WORKSPACE, home: HOME }`. No root is inside another. */
  roots: Readonly<Record<string, string>>;
  before: Inventory;
  after: Inventory;
  /** A tar of these files, names relative to `/` (Sandbox.read). */
  read(paths: readonly string[]): Promise<Readable>;
  /** The bytes of a digest that was there before the start, if they are still known. */
  seeded(sha256: string): Promise<Uint8Array | undefined>;
  /** Keeps one file of the evidence (AttemptStore.write). */
  write(name: string, data: string | Uint8Array | Readable): Promise<void>;
  /** Takes credentials out of bytes on their way to the evidence; tells each time that it found one. */
  mask?(onMask: () => void): Transform;
  /** The same for the name of a file in a patch. */
  maskName?(name: string): string;
  /** Looks for credentials in packed bytes, where they cannot be masked. */
  packed?: PackedLook;
  limits?: Partial<CaptureLimits>;
  /** Whether a path is only hashed, and its bytes not kept. Default: none is. */
  isCache?(path: string): boolean;
}

export interface PackedLook {
  /** Whether bytes that begin so are packed. */
  is(head: Uint8Array): boolean;
  look(bytes: Buffer): Promise<'clean' | 'credential' | 'closed'>;
}

const folderOf = ({ folder = 'changes' }: CaptureOptions, { name }: Group): string => `${folder}/${name}`;

export interface Captured {
  /** By folder: everything that changed, as in its changes.json. */
  changes: Record<string, RecordedChange[]>;
  /** Files (not directories) whose bytes or names changed, over all folders. */
  files_changed: number;
}

/**
 * Writes the folder of changes: what is there afterwards, what changed, a patch for text and the bytes of everything else.
 * Big files stream through; text is held up to `text_total_bytes`. A file that differs from its inventory is a HarnessError:
 * somebody was still writing when nobody could have been.
 */
export async function captureChanges(options: CaptureOptions): Promise<Captured> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const groups = groupChanges(options.roots, options.before, options.after);
  const keeper = new Keeper(options, limits);
  let tasks = planReads(groups, limits, options.isCache);
  tasks = await keeper.readAll(tasks);
  // The second name of a file with two names is a link in the tar, without bytes: ask for it alone.
  for (const task of tasks) {
    if ((await keeper.readAll([task])).length > 0) task.change.omitted = 'unreadable';
  }
  await keeper.patchDeleted(groups, limits);
  keeper.patchMoved(groups);
  for (const group of groups) await writeGroup(group, keeper.patches, limits, options);
  const all = groups.flatMap(({ changes }) => changes);
  return {
    changes: Object.fromEntries(groups.map(({ name, changes }) => [name, changes])),
    files_changed: all.filter((change) => touchesContent(change) && (change.after ?? change.before)?.type !== 'directory').length,
  };
}

/** Keeps the bytes of changed files, each digest once per folder. */
class Keeper {
  readonly patches = new Map<RecordedChange, string>();
  private readonly blobs = new Map<string, RecordedChange>();

  constructor(
    private readonly options: CaptureOptions,
    private readonly limits: CaptureLimits,
  ) {}

  /** Returns the tasks whose files did not come back. */
  async readAll(tasks: readonly Task[]): Promise<Task[]> {
    const waiting = new Map(tasks.map((task) => [task.change.path, task]));
    if (waiting.size === 0) return [];
    for await (const file of tarFiles(await this.options.read([...waiting.keys()]))) {
      const task = waiting.get(file.path);
      if (!task) continue;
      waiting.delete(file.path);
      await this.keepFile(task, checked(file, digestOf(task)));
    }
    return [...waiting.values()];
  }

  private async keepFile(task: Task, bytes: AsyncGenerator<Uint8Array>): Promise<void> {
    const { change } = task;
    const { head, whole } = await begun(bytes);
    if (this.options.packed?.is(head) !== true) return await this.keepMasked(task, Readable.from(whole, { objectMode: false }));
    if ((change.after?.size ?? 0) > this.limits.packed_file_bytes) {
      for await (const _ of whole);
      change.omitted = 'packed_file_bytes';
      return;
    }
    const packed = await buffer(Readable.from(whole, { objectMode: false }));
    const inside = await this.options.packed.look(packed);
    if (inside === 'clean') await this.keepMasked(task, Readable.from([packed]));
    else change.omitted = inside;
  }

  private async keepMasked(task: Task, bytes: Readable): Promise<void> {
    const masked = this.masked(task.change, bytes);
    return task.as === 'text' ? this.keepText(task, await buffer(masked)) : this.keepBlob(task, masked);
  }

  /** What of a file may be kept. */
  private masked(change: RecordedChange, bytes: Readable): Readable {
    const { mask } = this.options;
    if (!mask) return bytes;
    const clean = mask(() => { change.masked = true; });
    // A file that is not what it was ends both.
    bytes.on('error', (error) => clean.destroy(error));
    return bytes.pipe(clean);
  }

  /** What a patch calls a file. */
  private named(change: RecordedChange, root: string, path: string): string {
    const name = nameBelow(root, path);
    const masked = this.options.maskName?.(name) ?? name;
    if (masked !== name) change.masked = true;
    return masked;
  }

  /** What was deleted is shown too, where it was text that we had seeded. */
  async patchDeleted(groups: readonly Group[], limits: CaptureLimits): Promise<void> {
    let left = limits.text_total_bytes;
    for (const { root, changes } of groups) {
      for (const change of changes) {
        const { kind, path, before } = change;
        if (kind !== 'deleted' || before?.type !== 'file' || before.size > Math.min(left, limits.text_file_bytes) || !isNameable(path)) continue;
        const text = await this.seededText(before.sha256);
        if (text === undefined) continue;
        left -= before.size;
        this.addPatch(change, patchOf({ name: this.named(change, root, path), before: { text, mode: before.mode } }));
      }
    }
  }

  /** What got another name or executable bit and kept its bytes, text or not. */
  patchMoved(groups: readonly Group[]): void {
    for (const { root, changes } of groups) {
      for (const change of changes) {
        const { kind, path, from = path, before, after } = change;
        if (!['renamed', 'mode-changed'].includes(kind) || after?.type !== 'file' || !before || ![path, from].every((name) => isNameable(name) && isBelow(name, root))) continue;
        const patch = movePatchOf({ from: this.named(change, root, from), to: this.named(change, root, path), mode: { before: before.mode, after: after.mode } });
        if (patch !== undefined) this.addPatch(change, patch);
      }
    }
  }

  private async keepText(task: Task, bytes: Buffer): Promise<void> {
    const { kind, path, before, after } = task.change;
    const text = textOf(bytes);
    const old = kind === 'modified' ? await this.seededText(before?.sha256) : '';
    if (text === undefined || old === undefined || !after) return await this.keepBlob(task, bytes);
    const name = this.named(task.change, task.group.root, path);
    const was = kind === 'modified' && before ? { before: { text: old, mode: before.mode } } : {};
    this.addPatch(task.change, patchOf({ name, ...was, after: { text, mode: after.mode } }));
  }

  private async keepBlob({ group, change }: Task, bytes: Buffer | Readable): Promise<void> {
    const digest = change.after?.sha256 ?? '';
    const name = `${folderOf(this.options, group)}/blobs/${digest}`;
    const kept = this.blobs.get(name);
    if (!kept) await this.options.write(name, bytes);
    else if (bytes instanceof Readable) bytes.destroy();
    if (kept?.masked) change.masked = true;
    this.blobs.set(name, kept ?? change);
    change.blob = digest;
  }

  private async seededText(digest: string | undefined): Promise<string | undefined> {
    const bytes = digest === undefined ? undefined : await this.options.seeded(digest);
    return bytes && textOf(bytes);
  }

  private addPatch(change: RecordedChange, patch: string): void {
    this.patches.set(change, patch);
    change.text = PATCH_FILE;
  }
}

async function writeGroup(group: Group, patches: Map<RecordedChange, string>, limits: CaptureLimits, options: CaptureOptions): Promise<void> {
  const { root, entries, changes } = group;
  const { after, write } = options;
  const folder = folderOf(options, group);
  await write(`${folder}/inventory.json`, Readable.from(inventoryJson({ strategy: after.strategy, entries })));
  await write(`${folder}/changes.json`, Readable.from(changesJson(root, limits, changes)));
  const texts = changes.flatMap((change) => patches.get(change) ?? []);
  if (texts.length > 0) await write(`${folder}/${PATCH_FILE}`, Readable.from(texts));
}

/** One change a line. */
function* changesJson(root: string, limits: CaptureLimits, changes: readonly RecordedChange[]): Generator<string> {
  yield `{"root":${JSON.stringify(root)},"limits":${JSON.stringify(limits)},"changes":[`;
  let separator = '\n';
  for (const change of changes) {
    yield separator + JSON.stringify(change);
    separator = ',\n';
  }
  yield '\n]}\n';
}

const digestOf = ({ change }: Task): string => change.after?.sha256 ?? '';

/** Path below a root, as text. */
const nameBelow = (root: string, path: string): string => decodePath(path.slice(root === '/' ? 1 : root.length + 1)).toString('utf8');

async function* checked(file: TarFile, digest: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of file.bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== digest) throw moved(file.path);
}

const moved = (path: string): HarnessError =>
  new HarnessError('CLEANSLATE_CAPTURE_MOVED', 'changed between its inventory and its reading', { where: path });
