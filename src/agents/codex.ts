import type { AgentAdapter, AgentFile, Command, Layout, Settings, Turn } from './adapter.js';
import { findings } from './codex/findings.js';
import { parse } from './codex/parse.js';
import { shown } from './codex/shown.js';
import { state } from './codex/state.js';
import { varies } from './codex/varies.js';
import { signsOf } from './findings.js';
import { MODEL_ORIGIN, PLACEHOLDER_KEY } from '../common/model-endpoint.js';

const VERSION = '0.171.0';
const KEY = 'GATEWAY_API_KEY';

/**
 * OpenAI's Codex, headless. Sessions are kept (no `--ephemeral`), as resuming needs them. Its own sandbox is off: the
 * container is the sandbox, and inside a default one Codex' own fails without an error.
 */
export const codex: AgentAdapter = {
  id: 'codex',
  version: VERSION,
  image: 'codex',
  control: false,
  state,
  varies,
  knows: { state: true, tools: true },
  can: { dialect: 'openai-responses', schema: true, mcp: true, memory: 'off', continues: '`codex exec resume`', tells: ['conversation', 'tokens', 'results'] },
  userAgent: /^codex_exec\/(\S+)/,
  // Its launcher's, or bubblewrap's own words, instead of an output. The stream does not show such a call at all, and the run exits 0.
  refused: /Process exited with code [1-9]\d*\n(?:.*\n)?Output:\n\s*(?:thread '[^']*' \(\d+\) panicked at linux-sandbox\/.*\n.*|bwrap: .*|.*\bSandbox\(Landlock.*)/,
  shown,
  files,
  command,
  parse,
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

const schemaFile = ({ programs }: Pick<Layout, 'programs'>): string => `${programs}/answer-schema.json`;

function files(layout: Layout, settings: Settings = { model: null }): AgentFile[] {
  const config: AgentFile = { path: `${layout.home}/.codex/config.toml`, content: Buffer.from(configuration(settings)), mode: 0o600, owner: 'agent' };
  if (!settings.schema) return [config];
  return [config, { path: schemaFile(layout), content: Buffer.from(JSON.stringify(settings.schema)), mode: 0o644, owner: 'root' }];
}

function configuration({ model, memory = 'off', mcp = [] }: Settings): string {
  return [
    ...(model === null ? [] : [`model = ${JSON.stringify(model)}`]),
    'model_provider = "gateway"',
    'approval_policy = "never"',
    'sandbox_mode = "danger-full-access"',
    'check_for_update_on_startup = false',
    '',
    '[model_providers.gateway]',
    'name = "gateway"',
    `base_url = "${MODEL_ORIGIN}/v1"`,
    'wire_api = "responses"',
    `env_key = "${KEY}"`,
    '',
    '[features]',
    `memories = ${String(memory === 'on')}`,
    // What these would fetch is not there.
    'plugins = false',
    'apps = false',
    'remote_plugin = false',
    '',
    ...mcp.flatMap(({ name, url }) => [`[mcp_servers.${name}]`, `url = ${JSON.stringify(url)}`, 'required = true', '']),
    '[analytics]',
    'enabled = false',
    '',
  ].join('\n');
}

function command(turn: Turn, layout: Layout): Command {
  const resume = turn.number > 1 ? ['resume'] : [];
  const options = ['--json', ...(turn.schema ? ['--output-schema', schemaFile(layout)] : [])];
  const which = turn.number === 1 ? [] : [turn.conversation ?? '--last'];
  return { argv: ['codex', 'exec', ...resume, ...options, ...which, '-'], env: { [KEY]: PLACEHOLDER_KEY }, stdin: Buffer.from(turn.prompt) };
}
