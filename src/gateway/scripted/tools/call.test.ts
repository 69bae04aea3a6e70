import { expect, test } from 'vitest';
import type { ModelRequest, ToolOffer } from '../../dialects/message.js';
import type { Act } from '../brain.js';
import { callFor } from './call.js';

const tool = (name: string, properties: Record<string, unknown>, required: string[] = Object.keys(properties)): ToolOffer => ({
  name, kind: 'function', description: '', schema: { type: 'object', properties, required },
});
const [s, n, b] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];
const custom = (name: string): ToolOffer => ({ name, kind: 'custom', description: '', schema: null });

/** The tools of real agents: names and parameters as their requests show them. */
const AGENTS: Record<string, ToolOffer[]> = {
  codex: [tool('exec_command', { cmd: s, login: b, workdir: s }, ['cmd']), tool('write_stdin', { session_id: n, chars: s }, ['session_id']), custom('apply_patch'), tool('view_image', { path: s })],
  'codex in code mode': [custom('exec'), tool('wait', { cell_id: s })],
  'codex of old': [tool('shell', { command: { type: 'array', items: s }, workdir: s }, ['command'])],
  'claude-code': [tool('Bash', { command: s, timeout: n, description: s, run_in_background: b }, ['command']), tool('Edit', { file_path: s, old_string: s, new_string: s }), tool('Read', { file_path: s, offset: n, limit: n }, ['file_path']), tool('Write', { file_path: s, content: s })],
  'gemini-cli': [tool('list_directory', { dir_path: s }), tool('read_file', { file_path: s, start_line: n, end_line: n }, ['file_path']), tool('replace', { file_path: s, instruction: s, old_string: s, new_string: s }), tool('write_file', { file_path: s, content: s }), tool('run_shell_command', { command: s, description: s, is_background: b }, ['command']), tool('read_background_output', { pid: n })],
  'qwen-code': [tool('run_shell_command', { command: s, description: s, is_background: b }, ['command', 'is_background']), tool('read_file', { absolute_path: s, offset: n, limit: n }, ['absolute_path']), tool('write_file', { file_path: s, content: s })],
  opencode: [tool('bash', { command: s, timeout: n, description: s }, ['command', 'description']), tool('read', { filePath: s, offset: n, limit: n }, ['filePath']), tool('write', { content: s, filePath: s })],
  pi: [tool('read', { path: s, offset: n, limit: n }, ['path']), tool('bash', { command: s, timeout: n }, ['command']), tool('write', { path: s, content: s })],
  copilot: [tool('bash', { command: s, description: s }, ['command', 'description']), tool('view', { path: s, view_range: { type: 'array' } }, ['path']), tool('create', { path: s, file_text: s })],
  unknown: [tool('save_document', { filename: s, body: s }), tool('open_document', { filename: s, mode: { enum: ['text', 'bytes'] } }), tool('terminal_session', { script: s })],
};

const request = (tools: ToolOffer[], system = 'Your working directory is /w/app.'): ModelRequest => ({
  dialect: 'openai-chat', model: 'm', stream: false, system, messages: [], tools, format: null, parallel: true,
});
const brief = (act: Act, agent: string): string => {
  const call = callFor(act, request(AGENTS[agent] ?? []));
  return call ? `${call.name} ${typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)}` : 'none';
};

test.each([
  ['codex', 'exec_command {"cmd":"ls"}'],
  ['codex in code mode', 'exec const r = await tools.exec_command({cmd: "ls"}); text(r.output);'],
  ['codex of old', 'shell {"command":["bash","-lc","ls"]}'],
  ['claude-code', 'Bash {"command":"ls"}'],
  ['gemini-cli', 'run_shell_command {"command":"ls"}'],
  ['qwen-code', 'run_shell_command {"command":"ls","is_background":false}'],
  ['opencode', 'bash {"command":"ls","description":"Look at the project"}'],
  ['pi', 'bash {"command":"ls"}'],
  ['copilot', 'bash {"command":"ls","description":"Look at the project"}'],
  ['unknown', 'terminal_session {"script":"ls"}'],
])('%s runs a command', (agent, call) => {
  expect(brief({ kind: 'run', command: 'ls' }, agent)).toBe(call);
});

test.each([
  ['codex', 'exec_command {"cmd":"cat -- \'a b.md\'"}'],
  ['claude-code', 'Read {"file_path":"/w/app/a b.md"}'],
  ['gemini-cli', 'read_file {"file_path":"/w/app/a b.md"}'],
  ['qwen-code', 'read_file {"absolute_path":"/w/app/a b.md"}'],
  ['opencode', 'read {"filePath":"/w/app/a b.md"}'],
  ['pi', 'read {"path":"/w/app/a b.md"}'],
  ['copilot', 'view {"path":"/w/app/a b.md"}'],
  ['unknown', 'terminal_session {"script":"cat -- \'a b.md\'"}'],
])('%s reads a file', (agent, call) => {
  expect(brief({ kind: 'read', path: 'a b.md' }, agent)).toBe(call);
});

test.each([
  ['claude-code', 'Read {"file_path":"/w/app/x","offset":11,"limit":5}'],
  ['gemini-cli', 'read_file {"file_path":"/w/app/x","start_line":11,"end_line":15}'],
  ['codex', 'exec_command {"cmd":"sed -n \'11,15p\' -- \'x\'"}'],
])('%s reads lines 11 to 15', (agent, call) => {
  expect(brief({ kind: 'read', path: 'x', from: 11, lines: 5 }, agent)).toBe(call);
});

test.each([
  ['codex', 'apply_patch *** Begin Patch\n*** Add File: n/x\n+a\n+b\n*** End Patch\n'],
  ['codex in code mode', 'exec const r = await tools.apply_patch("*** Begin Patch\\n*** Add File: n/x\\n+a\\n+b\\n*** End Patch\\n"); text(r);'],
  ['codex of old', 'shell {"command":["bash","-lc","mkdir -p -- \'n\' && printf %s \'a\\nb\\n\' > \'n/x\'"]}'],
  ['claude-code', 'Write {"file_path":"/w/app/n/x","content":"a\\nb\\n"}'],
  ['opencode', 'write {"filePath":"/w/app/n/x","content":"a\\nb\\n"}'],
  ['copilot', 'create {"path":"/w/app/n/x","file_text":"a\\nb\\n"}'],
])('%s writes a file', (agent, call) => {
  expect(brief({ kind: 'write', path: 'n/x', content: 'a\nb\n' }, agent)).toBe(call);
});

test('without a fitting tool there is no call', () => {
  expect(callFor({ kind: 'run', command: 'ls' }, request([tool('search_web', { query: s })]))).toBeNull();
  expect(callFor({ kind: 'deliver', value: {} }, request(AGENTS.pi ?? []))).toBeNull();
});

test.each([
  ['<cwd>/a/b</cwd>', '/a/b'], [' - Primary working directory: /a/b\n', '/a/b'], ['- **Workspace Directories:**\n  - /a/b\n', '/a/b'], ['Current working directory: /a/b.', '/a/b'], ['nothing', null],
])('%j says where the agent works', (system, cwd) => {
  const call = callFor({ kind: 'read', path: 'x' }, request(AGENTS.pi ?? [], system));
  expect((call?.arguments as { path: string }).path).toBe(cwd === null ? 'x' : `${cwd}/x`);
});
