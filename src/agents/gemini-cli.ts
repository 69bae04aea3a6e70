import type { AgentAdapter, AgentFile, Command, Layout, Settings, Turn } from './adapter.js';
import { signsOf } from './findings.js';
import { findings } from './gemini-cli/findings.js';
import { parse } from './gemini-cli/parse.js';
import { state } from './gemini-cli/state.js';
import { varies } from './gemini-cli/varies.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '0.61.0';

/** Google's Gemini CLI, headless. Without a model label it asks a second model which one to use. */
export const geminiCli: AgentAdapter = {
  id: 'gemini-cli',
  version: VERSION,
  image: 'gemini-cli',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'gemini', schema: false, memory: 'off', continues: '`--resume`', tells: ['model', 'conversation', 'tokens'] },
  userAgent: /^GeminiCLI[^/]*\/([^/\s]+)/,
  files,
  command,
  parse,
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

function files({ home }: Layout, { memory = 'off' }: Settings = { model: null }): AgentFile[] {
  const settings = {
    // Without a selected type it ends with exit code 41; in a folder it does not trust, it asks before each tool.
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    experimental: { autoMemory: memory === 'on' },
  };
  return [{ path: `${home}/.gemini/settings.json`, content: Buffer.from(`${JSON.stringify(settings, null, 2)}\n`), mode: 0o600, owner: 'agent' }];
}

function command({ prompt, number, model, conversation }: Turn): Command {
  const argv = ['gemini', '--output-format', 'stream-json', '--approval-mode', 'yolo'];
  if (model !== null) argv.push('--model', model);
  if (number > 1) argv.push('--resume', conversation ?? 'latest');
  const env = { GEMINI_API_KEY: PLACEHOLDER_KEY, GOOGLE_GEMINI_BASE_URL: MODEL_ORIGIN, GEMINI_CLI_TRUST_WORKSPACE: 'true' };
  return { argv, env, stdin: Buffer.from(prompt) };
}
