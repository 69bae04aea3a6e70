import type { Readable, Writable } from 'node:stream';
import type { Entry, Inventory } from '../common/inventory.js';

/** What separates an agent from the machine: written into the evidence of every attempt. */
export type Isolation = 'container' | 'bubblewrap' | 'none';

export interface Limits {
  memory_mb: number;
  cpus: number;
  pids: number;
}

/** Which trial a sandbox belongs to. Becomes labels outside; nothing of it can be seen inside. */
export interface Purpose {
  campaign: string;
  trial: string;
  attempt: number;
}

export interface SandboxSpec {
  /** Image reference or id; ignored by `local`. */
  image: string;
  limits: Limits;
  purpose: Purpose;
}

/** Makes sandboxes of one kind. `docker` and `local` pass test/conformance/sandbox.test.ts; `none` runs nothing but a request to a model. */
export interface SandboxProvider {
  readonly kind: 'docker' | 'local' | 'none';
  readonly isolation: Isolation;
  /** What runs the sandboxes, for the campaign's pins: `{ name: 'docker', version: '20.10.24', … }`. */
  describe(): Promise<Record<string, string>>;
  /** The immutable digest of an image (`sha256:…`), or null where sandboxes have no image. */
  imageDigest(image: string): Promise<string | null>;
  create(spec: SandboxSpec): Promise<Sandbox>;
  /** Removes what dead harnesses left behind; what belongs to a living one is never touched. Returns one line for each. */
  reap(): Promise<string[]>;
  close(): Promise<void>;
}

export interface StartOptions {
  /** The whole environment; nothing is inherited but what the sandbox itself needs (HOME, PATH, USER, LANG, TMPDIR). */
  env?: Record<string, string>;
  /** Bytes for standard input, which then ends. Without it, standard input is empty. */
  stdin?: Uint8Array;
  /** Milliseconds until every process of the sandbox is ended. */
  deadline_ms?: number;
  cwd?: string;
  /**
   * Called when the sandbox exists and before the program begins, for what has to be there first: the way to its model.
   * Containers, and what runs in this process.
   */
  before?(door: Door): Promise<void>;
}

/** What can be done beside an agent, by the harness alone. */
export interface Door {
  /** The main process as this machine knows it, where its namespaces can be entered from here; else undefined. */
  readonly pid: number | undefined;
  /**
   * Runs a program beside the main process, its standard streams open in both directions. It ends with the sandbox. By default under
   * another user, whose processes the agent cannot touch; `own`: as the sandbox's own user, with the image's environment.
   */
  helper(command: readonly string[], user?: 'own'): Promise<HelperStreams>;
  /** There where what is run is in this very process: it takes the socket of its way out itself. */
  take?(socketPath: string): void;
}

export interface HelperStreams {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
}

/** Why a process ended; the first cause wins. */
export type EndReason = 'exit' | 'deadline' | 'oom' | 'killed' | 'sandbox-lost';

export interface Exit {
  reason: EndReason;
  /** Exit code; null where a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Milliseconds from start to end. */
  duration_ms: number;
}

export interface Running {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the process has ended and both streams are complete. Rejects only with a HarnessError. */
  readonly exit: Promise<Exit>;
}

/**
 * One disposable machine for one session: seed → start → inventory → read → destroy.
 * Paths are those of layout.ts, whatever the sandbox maps them to.
 */
export interface Sandbox {
  readonly id: string;
  readonly isolation: Isolation;
  /** By what `kill` sees that none of its processes is left. */
  readonly processes: string;
  /** The path under which a program inside sees `path` (the same one, but for a `local` sandbox without isolation). */
  inside(path: string): string;
  /** The directory on this machine where `path` can be watched, if there is one. Live hints only; inventories decide. */
  watchable(path: string): Promise<string | undefined>;
  /** Unpacks a tar whose names are relative to `/`. Only before `start`. */
  seed(tar: Readable): Promise<void>;
  /** Runs the sandbox's own main process. At most once; `hold` instead where a session has several turns. */
  start(command: readonly string[], options?: StartOptions): Promise<Running>;
  /** Starts an idle main process, so that turns can be `exec`uted one after the other. `before` is called as by `start`. */
  hold(options?: Pick<StartOptions, 'before'>): Promise<void>;
  /** Runs a further process; `deadline_ms` ends every process of the sandbox, as for `start`. */
  exec(command: readonly string[], options?: StartOptions): Promise<Running>;
  /**
   * Runs a program for a person, in a sandbox that is held: on the standard streams of this process, in a terminal where this one is in
   * one. Resolves with its exit code; null where a signal ended it.
   */
  attend(command: readonly string[], options?: Pick<StartOptions, 'env' | 'cwd'>): Promise<number | null>;
  /**
   * Everything below the roots. Before the start and after the end, not in between.
   * With `since`, files whose identity did not change need not be read again.
   */
  inventory(roots: readonly string[], since?: Inventory): Promise<Inventory>;
  /** What the sandbox's own layer holds beside all state, before the start; undefined where no layer can be seen. */
  outside(): Promise<Entry[] | undefined>;
  /** What the image itself has at these paths and below them, looked up once for each image; nothing where there is no image. */
  inImage(paths: readonly string[]): Promise<Entry[]>;
  /** Puts files into a sandbox whose processes have ended, and which is about to be destroyed. Takes a tar as `seed` does. */
  plant(tar: Readable): Promise<void>;
  /** Whether it still has files to look at: somebody else may have removed it, and then its inventory would look like an empty one. */
  isThere(): Promise<boolean>;
  /** A tar of these files (not directories), names as in the inventory, relative to `/`. */
  read(paths: readonly string[]): Promise<Readable>;
  /** Ends every process inside, also those that left their group or session, and proves that none is left. */
  kill(): Promise<void>;
  /** Removes all trace of the sandbox from the machine. May be called twice. */
  destroy(): Promise<void>;
}
