import { z } from 'zod';
import { providerSchema } from '../gateway/config.js';
import { DIALECT_IDS } from '../gateway/dialects/message.js';
import { adaptationSchema } from './adaptations.js';
import { batterySelectionSchema } from './battery/selection.js';
import { contrastsSchema } from './contrasts.js';
import { declaredSchema } from './declared.js';
import { idSchema as id } from './id.js';
import { manualSchema } from './manual.js';
import { resetsSchema } from './resets.js';
import { misplacedProbe, misplacedReset, sessionSchema, warmupSchema } from './sessions.js';
import { serviceSchema } from './services.js';
import { settleSchema } from './settle.js';

const limits = z.strictObject({
  agent_seconds: z.number().positive().max(86_400).default(600).describe('The agent\'s own time for one session, seconds.'),
  memory_mb: z.int().min(64).default(2048),
  cpus: z.number().positive().default(2),
  pids: z.int().min(16).default(512),
});

/** The surrounding project that a profile's sources are laid over. */
const workspace = z.union(
  [
    z.strictObject({ template: id }),
    z.strictObject({ directory: z.string().min(1) }),
    z.strictObject({ git: z.string().min(1), commit: z.string().regex(/^[0-9a-f]{40}$/, 'must be a full commit id (40 hex digits)') }),
  ],
  'must be one of { template }, { directory }, { git, commit }',
);

const task = z
  .strictObject({
    id: id.optional(),
    scenario: z.string().min(1).optional().describe('A built-in scenario.'),
    scenario_file: z.string().min(1).optional().describe('A scenario in the same JSON format, relative to the manifest.'),
    profiles: z.array(z.string().min(1)).min(1),
    workspace: workspace.default({ template: 'service' }),
    sessions: z.array(sessionSchema).min(1).optional().describe('What is asked, session by session; without it, the scenario\'s questions in one session.'),
    resets: resetsSchema.optional().describe('What happens to the agent\'s state between sessions, where neither a configuration nor a session says otherwise.'),
  })
  .superRefine(({ sessions = [] }, context) => {
    const path = misplacedProbe(sessions);
    if (path) context.addIssue({ code: 'custom', path: ['sessions', ...path], message: '`probe` can only be the last turn of the last session' });
    const reset = misplacedReset(sessions);
    if (reset) context.addIssue({ code: 'custom', path: ['sessions', ...reset.path], message: reset.message });
  })
  .refine((task) => (task.scenario === undefined) !== (task.scenario_file === undefined), 'needs either `scenario` or `scenario_file`');

const model = z
  .strictObject({
    label: z.string().min(1).describe('What the agent asks for.'),
    provider: id.describe('Who answers: a name of `providers`, or `scripted` without an entry there.'),
    script: z.string().min(1).optional().describe('Of `scripted` without an entry: `reader`, or a YAML script relative to the manifest.'),
    dialect: z.enum(DIALECT_IDS).optional().describe('Of `agent: model`: what it speaks; else that of its provider\'s base URL, else `openai-chat`.'),
    stream: z.boolean().optional().describe('Of `agent: model`: whether the reply is streamed; it is where nothing is said.'),
    parameters: z.record(z.string(), z.unknown()).optional().describe('Of `agent: model`: further members of the request, such as `temperature`, as the dialect has them.'),
  })
  .refine(({ provider, script }) => script === undefined || provider === 'scripted', { path: ['script'], message: 'is only for `provider: scripted`' });

/** What ends an attempt because of its model, however patiently the agent would go on. */
const modelLimits = z.strictObject({
  requests: z.int().positive().default(1000),
  tokens: z.int().positive().optional(),
  cost_usd: z.number().positive().optional(),
  consecutive_faults: z.int().positive().default(10),
  fault_seconds: z.number().positive().default(180),
});

/** Caps over the whole campaign; at the cap it stops, and can be resumed with a higher one. */
const spend = z.strictObject({ tokens: z.int().positive().optional(), cost_usd: z.number().positive().optional() });

/** How the answer becomes what is scored (contract, "Continuity verbs"). */
const normalize = z.enum(['none', 'fence', 'embedded']);

/**
 * `workspace`: the agent reads files with its tools. `prompt`: the prepared prompt, sources in it, goes to a fresh session; a CLI
 * starts in an empty workspace.
 */
const mode = z.enum(['workspace', 'prompt']);

const configuration = z.strictObject({
  id,
  agent: z.string().min(1).describe('`control/<name>`, `command`, `model`, `manual`, or the id of an adapter.'),
  ...declaredSchema,
  command: z.record(z.string(), z.unknown()).optional().describe('The program of the agent `command`; checked by its adapter.'),
  manual: manualSchema.optional().describe('Of `agent: manual`: the product that a person drives.'),
  example: id.optional().describe('Of `agent: control/example`: the example of each task\'s key that it plays.'),
  model: model.optional(),
  memory: z.strictObject({ feature: z.enum(['off', 'on']) }).default({ feature: 'off' }),
  mode: mode.optional().describe('Instead of the campaign\'s; `agent: model` is always asked in `prompt`.'),
  adaptations: z.array(adaptationSchema).min(1).optional().describe('What its product needs otherwise than the others get; shown beside its results.'),
  normalize: normalize.optional(),
  resets: resetsSchema.optional().describe('What happens to its state between sessions, where a session does not say otherwise.'),
  settle: settleSchema.optional().describe('Waited for after every session that another one follows.'),
  services: z.array(id).optional().describe('Names of `services`: what runs beside its agent, in every session.'),
  warmup: warmupSchema.default([]).describe('Run in every session before its first prompt.'),
  image_state: z.array(z.string().regex(/^(?:~\/|\/)[^\0]+$/, 'must be a path or glob that starts with `~/` or `/`')).default([]).describe('What its image may bring along in the home, in or above the workspace, or in a global place of any vendor: paths or globs, absolute or starting with `~/`.'),
});

/** A campaign manifest (contract, "Manifests"). Unknown keys are refused. */
export const manifestSchema = z.strictObject({
  campaign: id.describe('Its name; the directory of its evidence begins with it.'),
  engine: z.enum(['auto', 'docker', 'local']).default('auto').describe('What runs the sandboxes.'),
  runs: z.int().min(1).max(1000).default(5).describe('Runs of each task, profile and configuration.'),
  attempts: z.int().min(1).max(100).default(3).describe('How often a trial may be tried until one attempt is valid.'),
  order: z.strictObject({ policy: z.enum(['shuffled', 'sequential']), seed: z.int().default(1) }).default({ policy: 'shuffled', seed: 1 }),
  limits: limits.default(() => limits.parse({})).describe('What one sandbox may use.'),
  model_limits: modelLimits.default(() => modelLimits.parse({})),
  spend: spend.default({}),
  providers: z.record(id, providerSchema).default({}).describe('Who answers model requests, by name.'),
  services: z.record(id, serviceSchema).optional().describe('Memory systems and other services, by name.'),
  mode: mode.default('workspace').describe('`workspace`: the agent reads files with its tools; `prompt`: their text goes to a fresh session.'),
  normalize: normalize.default('fence'),
  quarter: z.string().regex(/^\d{4}-Q[1-4]$/, 'must be a quarter, such as 2026-Q4').optional().describe('The quarter whose variant of a battery is run; each has names, figures and documents of its own.'),
  battery: batterySelectionSchema.optional(),
  tasks: z.array(task).default([]),
  contrasts: contrastsSchema.optional().describe('What is compared with what, and which difference counts as none.'),
  configurations: z.array(configuration).min(1),
}).refine(({ tasks, battery }) => tasks.length > 0 || battery !== undefined, { path: ['tasks'], message: 'needs at least one of `tasks`, or a `battery`' });

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestTask = Manifest['tasks'][number];
export type Configuration = Manifest['configurations'][number];
export type Mode = Manifest['mode'];
export type WorkspaceSpec = ManifestTask['workspace'];
