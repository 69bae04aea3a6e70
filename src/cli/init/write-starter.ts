import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path';
import { agentIds } from '../../agents/registry.js';
import { planCampaign } from '../../campaign/plan.js';
import { messageOf, UserError } from '../../common/errors.js';
import { inPackage } from '../../common/package-root.js';
import { readManifest } from '../../protocol/manifest-file.js';
import { starterText } from './starter.js';

const CONTROLS = ['control/oracle-reader', 'control/stale-reader'];

export interface StarterChoice {
  agent?: readonly string[];
  battery?: string;
  workspace?: string;
}

/** The example player plays the key of a battery: nothing to begin with. */
export const startable = (): string[] => agentIds().filter((id) => id !== 'control/example');

/**
 * Writes a first manifest where no file is yet. It is planned as a user's would be; one that cannot be is not left behind.
 * @throws UserError CLEANSLATE_INIT, or what planning it says
 */
export async function writeStarter(file: string, { agent = CONTROLS, battery, workspace }: StarterChoice): Promise<void> {
  const unknown = agent.find((id) => !startable().includes(id));
  if (unknown !== undefined) throw new UserError('CLEANSLATE_AGENT_UNKNOWN', `no agent \`${unknown}\``, { where: '--agent', hint: `one of ${startable().join(', ')}` });
  const folder = dirname(resolve(file));
  const text = starterText({
    campaign: campaignName(file, folder),
    agents: [...new Set(agent)],
    battery,
    workspace: workspace === undefined ? undefined : relative(folder, resolve(workspace)) || '.',
    schema: schemaFrom(folder),
  });
  await create(file, folder, text);
  try {
    await planCampaign(await readManifest(file));
  } catch (error) {
    await rm(file);
    throw error;
  }
}

async function create(file: string, folder: string, text: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
  } catch (cause) {
    const there = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw new UserError('CLEANSLATE_INIT', there ? 'is already there, and no file is replaced' : `cannot be written: ${messageOf(cause)}`, { where: file, hint: 'give another file name', cause });
  }
}

/** After the file, or the folder where the file has the name that everybody's has; in the letters that a campaign's name may have. */
function campaignName(file: string, folder: string): string {
  const stem = basename(file).replace(/\.ya?ml$/i, '');
  const name = (stem === 'cleanslate' ? basename(folder) : stem).toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-').replace(/^[_-]+/, '').slice(0, 40);
  return name === '' ? 'first' : name;
}

/** The JSON Schema of manifests from a folder, where this program belongs to the same project; elsewhere its path would hold on this machine only. */
function schemaFrom(folder: string): string | undefined {
  const schema = inPackage('schemas', 'manifest.schema.json');
  const project = resolve(inPackage(), ...(inPackage().includes('node_modules') ? ['..', '..'] : []));
  const inside = relative(project, folder);
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : relative(folder, schema);
}
