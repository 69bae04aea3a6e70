import type { ShownChange } from '../../campaign/read-changes.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { patchedChanges } from '../../trace/patched-changes.js';
import type { AttributedChange } from '../../trial/attribution/file.js';
import { isOwnFile } from './own-files.js';

/** One change with all that is known of it. */
export interface ChangedFile extends ShownChange {
  session: number;
  call: AttributedChange['call'];
  /** Undefined where it is not text, or too large for a diff. */
  patch: string | undefined;
  /** It stands in the agent's memory. */
  memory: boolean;
  /** Of the agent's program rather than of the agent. */
  own: boolean;
}

/** What changed below one root. */
export interface ChangedFiles {
  root: string;
  files: ChangedFile[];
}

/** Every change of an attempt, root by root: home before the workspace, since memory lives there. */
export function changedFiles({ changes, patches, attribution, events }: Pick<ShownTrial, 'changes' | 'patches' | 'attribution' | 'events'>): ChangedFiles[] {
  const last = [...(attribution?.changes ?? []), ...events].reduce((most, { session }) => Math.max(most, session), 1);
  const known = new Map(attribution?.changes.map((change) => [`${String(change.session)} ${change.path}`, change]));
  return Object.entries(changes)
    .map(([root, list]) => ({ root, list, session: Number(/^session-(\d+)\//.exec(root)?.[1] ?? last) }))
    .sort((a, b) => rank(a.root) - rank(b.root) || a.session - b.session || (a.root < b.root ? -1 : 1))
    .map(({ root, list, session }) => {
      const parts = patchedChanges(list, patches[root] ?? '');
      const where = root.endsWith('home') ? 'home' : root.endsWith('workspace') ? 'workspace' : 'other';
      return {
        root,
        files: list.map((change) => {
          const of = isOfService(root) ? undefined : known.get(`${String(session)} ${change.path}`);
          return { ...change, session, call: of?.call ?? null, patch: parts?.get(change), memory: of?.class === 'memory', own: isOwnFile(change.path, where, of) };
        }),
      };
    });
}

/** A service's paths are not the agent's, though both begin alike. */
export const isOfService = (root: string): boolean => /^session-\d+\/service /.test(root);

const rank = (root: string): number => (root.endsWith('home') ? 0 : isOfService(root) ? 1 : root.endsWith('workspace') ? 2 : 3);

/** Bytes that files hold after their change; of those that went, what they held. */
export const bytesOf = (files: readonly ChangedFile[]): number => files.reduce((sum, { before, after }) => sum + ((after ?? before)?.size ?? 0), 0);
