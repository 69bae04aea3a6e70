// A coding agent of one tool, as small as one can be: the worked example in CONTRIBUTING.md.
//   node minnow.mjs [--continue]   the prompt on standard input, a JSON object per line on standard output,
//                                  the answer in ~/.minnow/answer.txt
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';

const VERSION = '0.3.0';
const HOME = `${homedir()}/.minnow`;
const HISTORY = `${HOME}/conversation.json`;
const BASH = { name: 'bash', description: 'Runs a shell command.', parameters: { type: 'object', required: ['command'], properties: { command: { type: 'string' } } } };

const say = (line) => console.log(JSON.stringify(line));
const messages = process.argv.includes('--continue') ? JSON.parse(readFileSync(HISTORY, 'utf8')) : [];
messages.push({ role: 'user', content: readFileSync(0, 'utf8') });
say({ kind: 'start', version: VERSION });

for (let asked; asked !== 0; ) {
  const response = await fetch(`${process.env.MINNOW_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.MINNOW_KEY}`, 'user-agent': `minnow/${VERSION}` },
    body: JSON.stringify({ model: process.env.MINNOW_MODEL, messages, tools: [{ type: 'function', function: BASH }] }),
  });
  if (!response.ok) {
    say({ kind: 'failed', status: response.status, text: await response.text() });
    process.exit(1);
  }
  const { choices, usage, model } = await response.json();
  const { message } = choices[0];
  messages.push(message);
  say({ kind: 'tokens', model, in: usage.prompt_tokens, out: usage.completion_tokens });
  if (message.content) say({ kind: 'say', text: message.content });
  const calls = message.tool_calls ?? [];
  for (const { id, function: call } of calls) {
    const { command } = JSON.parse(call.arguments);
    say({ kind: 'call', id, command });
    const { code, output } = run(command);
    say({ kind: 'result', id, code, output });
    messages.push({ role: 'tool', tool_call_id: id, content: output });
  }
  asked = calls.length;
}
mkdirSync(HOME, { recursive: true });
writeFileSync(HISTORY, JSON.stringify(messages));
writeFileSync(`${HOME}/answer.txt`, messages.at(-1).content);
say({ kind: 'end' });

function run(command) {
  try {
    return { code: 0, output: execFileSync('/bin/bash', ['-c', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }) };
  } catch ({ status, stdout, stderr }) {
    return { code: status ?? 1, output: `${stdout}${stderr}` };
  }
}
