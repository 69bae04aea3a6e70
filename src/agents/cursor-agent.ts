import type { AgentAdapter, AgentFile, Command, Layout, Turn } from './adapter.js';
import { findings } from './cursor-agent/findings.js';
import { parse } from './cursor-agent/parse.js';
import { state } from './cursor-agent/state.js';
import { signsOf } from './findings.js';
import { MODEL_ORIGIN } from '../common/model-endpoint.js';

/** The image is made from what the user brings, and its digest is in the evidence; the stream does not tell a version. */
const VERSION = 'provided';

/**
 * Cursor's CLI. It talks to its own backend only, through the gateway's `passthrough`; its credential (CURSOR_API_KEY) is the
 * user's to give. Written from documents and public records: npm does not have the binary.
 */
export const cursorAgent: AgentAdapter = {
  id: 'cursor-agent',
  version: VERSION,
  image: 'cursor-agent',
  control: false,
  login: 'CURSOR_API_KEY',
  state,
  // Of a product that was not seen running, nothing is known to be complete.
  knows: { state: false, tools: true },
  can: { dialect: null, schema: false, memory: 'none', continues: '`--resume`, `--continue`', tells: ['conversation'] },
  files,
  command,
  parse,
  answer: (outcome) => Promise.resolve(findings(outcome).answer),
  classify: (outcome) => signsOf(findings(outcome), outcome, VERSION),
};

function files({ home }: Layout): AgentFile[] {
  const config = { version: 1, editor: { vimMode: false }, permissions: { allow: ['Shell(*)', 'Read(**)', 'Write(**)'], deny: [] } };
  return [{ path: `${home}/.cursor/cli-config.json`, content: Buffer.from(`${JSON.stringify(config, null, 2)}\n`), mode: 0o600, owner: 'agent' }];
}

function command({ prompt, number, model, conversation }: Turn): Command {
  const argv = ['cursor-agent', '--print', '--output-format', 'stream-json', '--force'];
  if (model !== null) argv.push('--model', model);
  if (number > 1) argv.push(...(conversation ? ['--resume', conversation] : ['--continue']));
  return { argv, env: { HTTPS_PROXY: MODEL_ORIGIN, NODE_USE_ENV_PROXY: '1' }, stdin: Buffer.from(prompt) };
}
