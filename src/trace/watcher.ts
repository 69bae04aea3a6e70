import { statSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { watch, type FSWatcher } from 'chokidar';
import type { OwnEvent } from './recorder.js';

export interface WatchOptions {
  /** Directory on this machine. */
  dir: string;
  /** Its path inside the sandbox: what the events name. */
  inside: string;
  session: number;
  /** Takes a `file.change` event; called synchronously, from the moment `watchChanges` was called until `close`. */
  emit(event: OwnEvent): void;
  /** Events after this many are dropped, and one more event says so. */
  maxEvents?: number;
}

export interface Watcher {
  /** Resolves when the directory is being watched, or cannot be. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** How long a first look around may take on a directory that vanishes under it. */
const PATIENCE_MS = 1000;

const KINDS: Record<string, string> = { add: 'created', addDir: 'created', change: 'modified', unlink: 'deleted', unlinkDir: 'deleted' };

/**
 * A live timeline of a directory, for people who look on. It is advice: the inventories decide what changed.
 * So nothing that goes wrong here (too few inotify watches, a directory that vanishes) reaches the run:
 * an `error` event of source `files` says that the timeline has a hole.
 */
export function watchChanges({ dir, inside, session, emit, maxEvents = 10_000 }: WatchOptions): Watcher {
  let open = true;
  let seen = 0;
  const tell = (event: Omit<OwnEvent, 'session' | 'source'>): void => {
    if (!open || seen > maxEvents) return;
    seen += 1;
    const last = seen > maxEvents ? { type: 'error' as const, result: `more than ${String(maxEvents)} changes; the rest is not shown`, truncated: true } : event;
    emit({ session, source: 'files', ...last });
  };
  const watcher: FSWatcher = watch(dir, { ignored, ignoreInitial: true, followSymlinks: false, ignorePermissionErrors: true, atomic: false, persistent: false });
  const device = deviceOf(dir);
  watcher.on('all', (kind, path) => {
    if (!open) return;
    // A container's file system is unmounted when it stops: nobody deleted what then is no longer there.
    if (deviceOf(dir) !== device) {
      void close();
      return;
    }
    const below = relative(dir, path).split(sep).join('/');
    tell({ type: 'file.change', name: below === '' ? inside : `${inside}/${below}`, arguments: { kind: KINDS[kind] ?? kind } });
  });
  watcher.on('error', (error) => {
    tell({ type: 'error', name: 'watcher', result: error instanceof Error ? error.message : String(error) });
  });
  let settle = (): void => undefined;
  const ready = new Promise<void>((resolve) => (settle = resolve));
  watcher.once('ready', () => settle()).once('error', () => settle());
  const close = async (): Promise<void> => {
    open = false;
    // Closed in the middle of its first look around, chokidar would leave a watch behind.
    await Promise.race([ready, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    settle();
    await watcher.close().catch(() => undefined);
  };
  return { ready, close };
}

/** Git's own store: hundreds of directories, each of which would have to be watched, and nothing in them that somebody could read. */
const ignored = (path: string): boolean => path.includes('/.git/objects/');

/** The file system that a directory is on, or was. */
function deviceOf(dir: string): number {
  for (let at = dir; ; at = dirname(at)) {
    const stat = statSync(at, { throwIfNoEntry: false });
    if (stat) return stat.dev;
  }
}
