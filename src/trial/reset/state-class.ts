import type { AgentAdapter, StateClass } from '../../agents/adapter.js';
import { classOf } from '../../agents/state-table.js';
import type { EntryType } from '../../common/inventory.js';
import { isWithin } from '../../common/paths.js';
import { HOME, WORKSPACE } from '../../sandbox/layout.js';

/**
 * What a path is to an agent: by its table, and what the table does not know in the workspace is work on the project. What
 * it does not know anywhere else is undeclared: undefined.
 */
export function stateClassOf(path: string, { state }: Pick<AgentAdapter, 'state'>, type?: EntryType): StateClass | undefined {
  const roots = { home: HOME, workspace: WORKSPACE };
  // Tables name files: a directory that holds none is what one in it would be.
  const known = classOf(path, state, roots) ?? (type === 'directory' ? classOf(`${path}/x`, state, roots) : undefined);
  if (known !== undefined) return known;
  return isWithin(path, WORKSPACE) ? 'workspace' : undefined;
}
