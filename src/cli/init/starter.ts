import { findAdapter } from '../../agents/registry.js';

/** What a first manifest is about. Paths are relative to it. */
export interface Starter {
  campaign: string;
  agents: readonly string[];
  battery?: string | undefined;
  workspace?: string | undefined;
  /** The JSON Schema of manifests, as an editor finds it from the manifest. */
  schema?: string | undefined;
}

/** Labels of models that these agents know without being told of them. */
const LABELS: Readonly<Record<string, string>> = { codex: 'gpt-5.5', 'claude-code': 'claude-sonnet-5', 'gemini-cli': 'gemini-2.5-pro' };

/** The text of a first manifest. It runs as it is: models are scripted, so there is no key and no cost. */
export function starterText({ campaign, agents, battery, workspace, schema }: Starter): string {
  const scripted = agents.some(asksModel);
  return [
    ...(schema === undefined ? [] : [`# yaml-language-server: $schema=${schema}`]),
    `campaign: ${campaign}`,
    'runs: 5                        # of each task, profile and configuration; none is retried for its points',
    'order: { policy: shuffled, seed: 1 }',
    'limits: { agent_seconds: 300, memory_mb: 4096, cpus: 2, pids: 512 }',
    ...(scripted ? PROVIDERS : []),
    ...(battery === undefined ? taskLines(workspace) : [`battery: ${text(battery)}`]),
    'configurations:',
    ...agents.flatMap(configurationLines),
    '',
  ].join('\n');
}

const PROVIDERS = [
  '# The scripted model below costs nothing. For a real one, uncomment a provider and name it in the configuration:',
  '# providers:',
  '#   anthropic: { mode: live, base_url: https://api.anthropic.com, credential: { env: ANTHROPIC_API_KEY } }',
  '#   local: { mode: live, base_url: http://localhost:11434/v1 }',
  '# spend: { cost_usd: 5 }       # the campaign stops there; needs `prices` at its providers',
];

const taskLines = (workspace: string | undefined): string[] => [
  'tasks:',
  '  - scenario: short             # or `scenario_file:`, your own questions with their answers',
  '    profiles: [instructions, handoff, contextos]   # what the workspace holds of the notes',
  ...(workspace === undefined ? [] : [`    workspace: { directory: ${text(workspace)} }`]),
];

/** Agents beside which no model answers: controls, a program of the user's, a person. */
const asksModel = (agent: string): boolean => agent === 'model' || (agent !== 'command' && agent !== 'manual' && !agent.startsWith('control/') && findAdapter({ agent }).can?.dialect !== null);

function configurationLines(agent: string): string[] {
  const lines = [`  - id: ${agent.replace('control/', '')}`, `    agent: ${agent}`];
  if (agent === 'command') return [...lines, ...COMMAND];
  if (agent === 'manual') return [...lines, "    manual: { product: Your product, version: 'web, as of today', model: as it calls it }"];
  if (!asksModel(agent)) return lines;
  return [...lines, `    model: { label: ${LABELS[agent] ?? 'scripted-1'}, provider: scripted }`, ...(agent === 'model' ? ['    mode: prompt'] : [])];
}

/** A program that answers nothing yet. */
const COMMAND = [
  '    command:',
  '      prompt: stdin             # how your program is given the prompt',
  '      answer: stdout            # or json, or file:PATH',
  '      argv: [sh, -c, "cat HANDOFF.md"]   # your program; it runs in the workspace, and this one only quotes a note',
];

/** A YAML scalar in any case, quoted as JSON is. */
const text = (value: string): string => (/^[a-z][\w./-]*$/i.test(value) ? value : JSON.stringify(value));
