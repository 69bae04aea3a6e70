import { WORKSPACE } from '../sandbox/layout.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { Recorder } from '../trace/recorder.js';
import { watchChanges, type Watcher } from '../trace/watcher.js';

/**
 * Shows file changes in the trace as they happen, where the workspace can be seen from this machine.
 * Returns what ends the watching. Never fails, and nobody waits for its beginning: the inventories decide what changed.
 */
export function watchWorkspace(sandbox: Sandbox, session: number, recorder: Recorder): () => Promise<void> {
  let open = true;
  const begin = async (): Promise<Watcher | undefined> => {
    const dir = await sandbox.watchable(WORKSPACE).catch(() => undefined);
    if (dir === undefined || !open) return undefined;
    return watchChanges({ dir, inside: WORKSPACE, session, emit: (event) => void recorder.record(event) });
  };
  const begun = begin().catch(() => undefined);
  return async () => {
    open = false;
    await (await begun)?.close();
  };
}
