import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UserError } from '../../common/errors.js';
import { comparePaths } from '../../common/paths.js';

const OWN: ReadonlySet<string> = new Set(['task.yaml', 'key.yaml']);

/**
 * Refuses a file in a task's folder that no part of the task reads: what a key left behind, or a document that its author believes to be laid.
 * Hidden ones are an editor's or the system's.
 * @param froms every `from` of task.yaml, as it is written: where a quarter chooses among files, those that another quarter reads belong to the task too
 * @throws UserError CLEANSLATE_BATTERY_INVALID
 */
export async function refuseStray(folder: string, froms: readonly string[]): Promise<void> {
  const read = froms.map(asPattern);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort((a, b) => comparePaths(a, b));
  const stray = files.find((path) => !OWN.has(path) && !path.split('/').some((name) => name.startsWith('.')) && !read.some((one) => one.test(path)));
  if (stray !== undefined) throw new UserError('CLEANSLATE_BATTERY_INVALID', `no part of the task reads the file \`${stray}\``, { where: folder, hint: 'take it away, or name it in a `from` of task.yaml' });
}

/** A slot stands for anything within a name. */
const asPattern = (from: string): RegExp => new RegExp(`^${from.split(/\{\{[\w.]+\}\}/).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('[^/]+')}$`);
