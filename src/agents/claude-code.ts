import type { AgentAdapter, Command, Turn } from './adapter.js';
import { flavour } from './claude-code/flavour.js';
import { state } from './claude-code/state.js';
import { varies } from './claude-code/varies.js';
import { signsOf } from './findings.js';
import { finder } from './stream-json/findings.js';
import { parser } from './stream-json/parse.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '2.1.332';
const findings = finder(flavour);

/** Anthropic's Claude Code, headless. It needs no file in its home. */
export const claudeCode: AgentAdapter = {
  id: 'claude-code',
  version: VERSION,
  image: 'claude-code',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'anthropic-messages', schema: true, mcp: true, memory: 'on', continues: '`--resume`, `--continue`', compact: '/compact', tells: ['version', 'model', 'conversation', 'tokens', 'results'] },
  userAgent: /^claude-cli\/(\S+)/,
  files: () => [],
  command,
  parse: parser(flavour),
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

function command({ prompt, number, model, memory = 'off', schema, mcp, conversation }: Turn): Command {
  const argv = ['claude', '-p', '--output-format', 'stream-json', '--verbose', '--dangerously-skip-permissions'];
  if (model !== null) argv.push('--model', model);
  if (schema) argv.push('--json-schema', JSON.stringify(schema));
  if (mcp) argv.push('--strict-mcp-config', '--mcp-config', JSON.stringify({ mcpServers: Object.fromEntries(mcp.map(({ name, url }) => [name, { type: 'http', url }])) }));
  if (number > 1) argv.push(...(conversation ? ['--resume', conversation] : ['--continue']));
  const env = {
    ANTHROPIC_BASE_URL: MODEL_ORIGIN,
    ANTHROPIC_API_KEY: PLACEHOLDER_KEY,
    // Covers telemetry, error reports, surveys and release notes.
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ...(memory === 'off' && { CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' }),
  };
  return { argv, env, stdin: Buffer.from(prompt) };
}
