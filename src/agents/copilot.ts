import type { AgentAdapter, Command, Turn } from './adapter.js';
import { findings } from './copilot/findings.js';
import { parse } from './copilot/parse.js';
import { state } from './copilot/state.js';
import { varies } from './copilot/varies.js';
import { signsOf } from './findings.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '1.0.102';
/** With a provider of one's own it wants a label; a configuration without one gets this. */
const UNNAMED = 'default';

/** The GitHub Copilot CLI, headless, with a model provider of one's own instead of GitHub's, so no login. */
export const copilot: AgentAdapter = {
  id: 'copilot',
  version: VERSION,
  image: 'copilot',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'openai-chat', schema: false, memory: 'off', continues: '`--resume`, `--continue`', compact: '/compact', tells: ['conversation', 'results'] },
  // What it needs is in its environment.
  files: () => [],
  command,
  parse,
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

function command({ prompt, number, model, memory = 'off', conversation }: Turn): Command {
  const argv = ['copilot', '--output-format', 'json', '--allow-all', '--no-ask-user', '--no-auto-update', '--disable-builtin-mcps', '--disable-client-telemetry'];
  if (memory === 'on') argv.push('--enable-memory');
  if (number > 1) argv.push(conversation ? `--resume=${conversation}` : '--continue');
  const env = {
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${MODEL_ORIGIN}/v1`,
    COPILOT_PROVIDER_API_KEY: PLACEHOLDER_KEY,
    COPILOT_MODEL: model ?? UNNAMED,
    // Where the image has what it would unpack into the home (images/copilot).
    COPILOT_PKG_CACHE_HOME: '/usr/local/lib/copilot',
  };
  return { argv, env, stdin: Buffer.from(prompt) };
}
