import type { AgentAdapter, AgentFile, Command, Layout, Settings, Turn } from './adapter.js';
import { signsOf } from './findings.js';
import { findings } from './opencode/findings.js';
import { parse } from './opencode/parse.js';
import { state } from './opencode/state.js';
import { varies } from './opencode/varies.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '1.18.33';
/** opencode knows no model of ours; a configuration without a label gets this one. */
const UNNAMED = 'default';

/** opencode, headless. It has no memory feature. It tries several times, long and silently, before it says that a model cannot be asked. */
export const opencode: AgentAdapter = {
  id: 'opencode',
  version: VERSION,
  image: 'opencode',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'openai-chat', schema: false, memory: 'none', continues: '`--session`, `--continue`', tells: ['conversation', 'tokens', 'results'] },
  userAgent: /^opencode\/(\S+)/,
  files,
  command,
  parse,
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

function files({ home }: Layout, { model }: Settings = { model: null }): AgentFile[] {
  const label = model ?? UNNAMED;
  const config = {
    autoupdate: false,
    share: 'disabled',
    permission: { '*': 'allow' },
    model: `gateway/${label}`,
    provider: { gateway: { npm: '@ai-sdk/openai-compatible', name: 'gateway', options: { baseURL: `${MODEL_ORIGIN}/v1`, apiKey: PLACEHOLDER_KEY }, models: { [label]: { name: label } } } },
  };
  return [{ path: `${home}/.config/opencode/opencode.json`, content: Buffer.from(`${JSON.stringify(config, null, 2)}\n`), mode: 0o600, owner: 'agent' }];
}

function command({ prompt, number, conversation }: Turn): Command {
  // A title of our own: it would ask the model for one.
  const which = number === 1 ? ['--title', 'session'] : conversation ? ['--session', conversation] : ['--continue'];
  const env = { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' };
  return { argv: ['opencode', 'run', '--format', 'json', '--thinking', ...which], env, stdin: Buffer.from(prompt) };
}
