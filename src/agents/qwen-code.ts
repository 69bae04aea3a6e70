import type { AgentAdapter, AgentFile, Command, Layout, Outcome, Settings, Turn } from './adapter.js';
import { signsOf, type Findings } from './findings.js';
import { flavour } from './qwen-code/flavour.js';
import { state } from './qwen-code/state.js';
import { varies } from './qwen-code/varies.js';
import { finder } from './stream-json/findings.js';
import { parser } from './stream-json/parse.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '0.24.4';
/** Exit codes of limits that the user sets: turns, time, tool calls. */
const LIMITS = [53, 55];

/** Qwen Code, headless. */
export const qwenCode: AgentAdapter = {
  id: 'qwen-code',
  version: VERSION,
  image: 'qwen-code',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'openai-chat', schema: true, memory: 'on', continues: '`--resume`, `--continue`', compact: '/compress', tells: ['conversation', 'tokens', 'results'] },
  userAgent: /^QwenCode\/(\S+)/,
  files,
  command,
  parse: parser(flavour),
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

const read = finder(flavour);

/** Its stream repeats the label that it was given, not what the provider said. */
function findings(outcome: Outcome): Findings {
  const { models: _label, ...found } = read(outcome);
  if (found.failure || !LIMITS.includes(outcome.exit_code ?? 0)) return found;
  return { ...found, failure: { text: `exit code ${String(outcome.exit_code)}`, kind: 'turn-limit' } };
}

function files({ home }: Layout, { memory = 'off' }: Settings = { model: null }): AgentFile[] {
  const settings = {
    security: { auth: { selectedType: 'openai' } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // The one that it brings cannot be executed.
    tools: { useBuiltinRipgrep: false },
    memory: { enableManagedAutoMemory: memory === 'on', enableManagedAutoDream: memory === 'on' },
  };
  return [{ path: `${home}/.qwen/settings.json`, content: Buffer.from(`${JSON.stringify(settings, null, 2)}\n`), mode: 0o600, owner: 'agent' }];
}

function command({ prompt, number, model, schema, conversation }: Turn): Command {
  const argv = ['qwen', '--output-format', 'stream-json', '--approval-mode', 'yolo', '--auth-type', 'openai'];
  if (schema) argv.push('--json-schema', JSON.stringify(schema));
  if (number > 1) argv.push(...(conversation ? ['--resume', conversation] : ['--continue']));
  const env = { OPENAI_API_KEY: PLACEHOLDER_KEY, OPENAI_BASE_URL: `${MODEL_ORIGIN}/v1`, ...(model !== null && { OPENAI_MODEL: model }) };
  return { argv, env, stdin: Buffer.from(prompt) };
}
