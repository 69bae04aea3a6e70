import type { AgentAdapter, StateClass } from '../../agents/adapter.js';
import { classOf } from '../../agents/state-table.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';

/**
 * What a path is to an agent: by its table, and what the table does not know in the workspace is work on the project. What
 * it does not know anywhere else is undeclared: undefined.
 */
export function stateClassOf(path: string, { state }: Pick<AgentAdapter, 'state'>): StateClass | undefined {
  const known = classOf(path, state, { home: HOME, workspace: WORKSPACE });
  if (known !== undefined) return known;
  return path === WORKSPACE || path.startsWith(`${WORKSPACE}/`) ? 'workspace' : undefined;
}
