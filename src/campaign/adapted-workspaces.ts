import { UserError } from '../common/errors.js';
import { adaptedDocuments, adaptFiles } from '../protocol/adaptations.js';
import type { PlannedConfiguration } from './plan.js';

/** Of a case's key, the workspace as one configuration gets it. */
export const adaptedKey = (key: string, configuration: string): string => `${key}/adapted/${configuration}`;

type Adapted = Pick<PlannedConfiguration, 'configuration' | 'adapter' | 'mode'>;

/** Those configurations that get other names of documents than the rest. */
export const withDocuments = <T extends Adapted>(configurations: readonly T[]): T[] => configurations.filter(({ configuration }) => adaptedDocuments(configuration.adaptations).length > 0);

/**
 * The files of a case as one configuration gets them.
 * @param all every path that the case ever has, in any session
 * @throws UserError CLEANSLATE_ADAPTATION where the other name is taken: one of two documents would be lost
 */
export function adaptedFiles(files: ReadonlyMap<string, string>, { configuration }: Adapted, all: Iterable<string>, where: string): ReadonlyMap<string, string> {
  const paths = [...all];
  const taken = adaptedDocuments(configuration.adaptations).find(({ as }) => paths.some((path) => path === as || path.startsWith(`${as}/`) || as.startsWith(`${path}/`)));
  if (taken) throw new UserError('CLEANSLATE_ADAPTATION', `configuration \`${configuration.id}\`: ${taken.document} cannot stand as ${taken.as} too, which is there already`, { where, hint: 'an adaptation adds a name, and takes nothing away: give it another name' });
  return adaptFiles(files, configuration.adaptations);
}

/** @param seen every path of every case @throws UserError CLEANSLATE_ADAPTATION for a document that no task has, or an agent that has no workspace */
export function refuseUnknownDocuments(configurations: readonly Adapted[], seen: ReadonlySet<string>, file: string): void {
  for (const { configuration, adapter, mode } of withDocuments(configurations)) {
    const fail = (message: string, hint: string): UserError => new UserError('CLEANSLATE_ADAPTATION', `configuration \`${configuration.id}\`: ${message}`, { where: file, hint });
    if (adapter.outside !== undefined || mode === 'prompt') throw fail('gets its documents in the prompt: they have no names on a disk', 'adapt its prompts with `before` and `after`');
    const missing = adaptedDocuments(configuration.adaptations).find(({ document }) => !seen.has(document));
    if (missing) throw fail(`no task has a document ${missing.document}`, `there is ${[...seen].sort().slice(0, 5).join(', ')}${seen.size > 5 ? ', …' : ''}`);
  }
}
