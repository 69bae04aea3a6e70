import type { AgentAdapter, AgentFile, Command, Layout, Settings, Turn } from './adapter.js';
import { signsOf } from './findings.js';
import { findings } from './pi/findings.js';
import { parse } from './pi/parse.js';
import { state } from './pi/state.js';
import { varies } from './pi/varies.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '1.6.0';
/** pi knows no model of ours; a configuration without a label gets this one. */
const UNNAMED = 'default';

/** The coding agent pi, headless. It has no memory feature. */
export const pi: AgentAdapter = {
  id: 'pi',
  version: VERSION,
  image: 'pi',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'openai-chat', schema: false, memory: 'none', continues: '`--session`, `--continue`', tells: ['model', 'conversation', 'tokens', 'results'] },
  userAgent: /^pi\/(\S+)/,
  files,
  command,
  parse,
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

function files({ home }: Layout, { model }: Settings = { model: null }): AgentFile[] {
  const providers = { gateway: { baseUrl: `${MODEL_ORIGIN}/v1`, api: 'openai-completions', apiKey: PLACEHOLDER_KEY, models: [{ id: model ?? UNNAMED }] } };
  return [{ path: `${home}/.pi/agent/models.json`, content: Buffer.from(`${JSON.stringify({ providers }, null, 2)}\n`), mode: 0o600, owner: 'agent' }];
}

function command({ prompt, number, model, conversation }: Turn): Command {
  const argv = ['pi', '--print', '--mode', 'json', '--provider', 'gateway', '--model', model ?? UNNAMED];
  if (number > 1) argv.push(...(conversation ? ['--session', conversation] : ['--continue']));
  return { argv, env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }, stdin: Buffer.from(prompt) };
}
