import type { AgentAdapter, Settings } from '../../agents/adapter.js';
import type { Material } from '../../evidence/material.js';
import { manifestSchema } from '../../protocol/manifest.js';
import { LAYOUT, WORKSPACE } from '../../sandbox/layout.js';
import { isBelow } from '../../common/paths.js';
import { workspaceFiles, workspacePrompt } from '../../scenario/workspace-prompt.js';
import { STATE_ROOTS } from '../../trial/context.js';
import { singleSession, type PlannedTrial } from '../../trial/planned.js';
import { packFiles } from '../../trial/seed/tar.js';
import { buildWorkspace } from '../../trial/seed/workspace.js';
import { settingsOf } from '../modes.js';
import type { MarkedFile } from './marked-files.js';
import { PROVIDER } from './place.js';
import { probeCase } from './task.js';

const TEMPLATE = 'service';
/** Some look for packages beside each of their folders, and wait for a network that is not there. */
const SECONDS = 480;

export interface Marked {
  adapter: AgentAdapter;
  label: string;
  memory: NonNullable<Settings['memory']>;
  /** What is there. */
  files: readonly MarkedFile[];
  /** Whatever may be in system-wide places in some look: what an image has there is looked up once, in a sandbox that is filled. */
  all: readonly MarkedFile[];
}

/** A trial whose workspace, home, ancestors and system-wide places hold the marked files, seeded as those of every trial are. */
export async function markedTrial({ adapter, label, memory, files, all }: Marked, material: Material): Promise<PlannedTrial> {
  const manifest = manifestSchema.parse({
    campaign: 'probe',
    limits: { agent_seconds: SECONDS, memory_mb: 4096 },
    tasks: [{ scenario: 'short', profiles: ['contextos'] }],
    configurations: [{ id: adapter.id, agent: adapter.id, model: { label, provider: PROVIDER }, memory: { feature: memory }, image_state: systemWide(all) }],
  });
  const [configuration] = manifest.configurations;
  if (!configuration) throw new TypeError('a manifest without a configuration');
  const settings = settingsOf(configuration, manifest);
  const prompt = workspacePrompt(probeCase);
  await material.put(prompt);
  return {
    id: `probe.${adapter.id}`,
    configuration,
    adapter,
    task: 'probe',
    profile: probeCase.profile,
    run: 1,
    about: { kind: 'scenario', selected: probeCase },
    mode: 'workspace',
    sessions: [singleSession([prompt], [])],
    prompt,
    settings,
    services: [],
    provider: PROVIDER,
    normalize: manifest.normalize,
    limits: manifest.limits,
    seed: { workspace: await seedWorkspace(files, material), agent: await seedOthers(adapter, settings, files, material) },
  };
}

/** Where the proof of a session's start lets nothing stand that its image does not bring along on purpose. */
const systemWide = (files: readonly MarkedFile[]): string[] => files.map(({ path }) => path).filter((path) => !STATE_ROOTS.some((root) => isBelow(path, root)));

function seedWorkspace(files: readonly MarkedFile[], material: Material): Promise<string> {
  const inside = files.filter(({ path }) => isBelow(path, WORKSPACE)).map(({ path, text }): [string, string] => [path.slice(WORKSPACE.length + 1), text]);
  const request = { spec: { template: TEMPLATE }, manifest: '', place: 'probe', files: new Map([...workspaceFiles(probeCase), ...inside]) };
  return buildWorkspace(request, (tar) => material.putStream(tar));
}

/** Beside the agent's own files, which stay as they are. */
async function seedOthers(adapter: AgentAdapter, settings: Settings, files: readonly MarkedFile[], material: Material): Promise<string> {
  const own = adapter.files(LAYOUT, settings);
  const taken = new Set(own.map(({ path }) => path));
  const others = files.filter(({ path }) => !isBelow(path, WORKSPACE) && !taken.has(path));
  return material.put(await packFiles([...own, ...others.map(({ path, text }) => ({ path, content: Buffer.from(text), mode: 0o644, owner: isBelow(path, '/home') ? ('agent' as const) : ('root' as const) }))]));
}
