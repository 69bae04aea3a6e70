import { WORKSPACE } from '../sandbox/layout.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Recorder } from '../trace/recorder.js';
import { watchChanges } from '../trace/watcher.js';

/**
 * Shows file changes in the trace as they happen, where the workspace can be seen from this machine.
 * Returns what ends the watching. Never fails: the inventories decide what changed.
 */
export async function watchWorkspace(sandbox: Sandbox, recorder: Recorder): Promise<() => Promise<void>> {
  const dir = await sandbox.watchable(WORKSPACE).catch(() => undefined);
  if (dir === undefined) return () => Promise.resolve();
  const watcher = watchChanges({ dir, inside: WORKSPACE, session: 1, emit: (event) => void recorder.record(event) });
  return () => watcher.close();
}
