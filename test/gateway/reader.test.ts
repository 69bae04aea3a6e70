import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DIALECT_IDS } from '../../src/gateway/dialects/message.js';
import { loadCase } from '../../src/scenario/load.js';
import { preparePrompt } from '../../src/scenario/prepare.js';
import { workspaceFiles, workspacePrompt } from '../../src/scenario/workspace-prompt.js';
import { scoreCase } from '../../src/scoring/index.js';
import { serve } from '../support/gateway.js';
import { object, READ, SHELL, work, type Tool } from '../support/mini-agent.js';
import { temporaryDirectory } from '../support/temporary.js';

async function project(scenario: string, profile: string): Promise<{ workspace: string; prompt: string; marks(answer: string): string }> {
  const selected = await loadCase({ name: scenario }, profile);
  const workspace = temporaryDirectory();
  for (const [path, content] of workspaceFiles(selected)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
  const marks = (answer: string): string => {
    const { grounded_correct, questions } = scoreCase(selected, answer) as { grounded_correct: number; questions: number };
    return `${String(grounded_correct)}/${String(questions)}`;
  };
  return { workspace, prompt: workspacePrompt(selected), marks };
}

const full = (marks: string): boolean => /^(\d+)\/\1$/.test(marks);

test.each(DIALECT_IDS)('%s: the reader explores the workspace and gets full marks', async (dialect) => {
  const { workspace, prompt, marks } = await project('short', 'contextos');
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const { reply, calls } = await work(served.ask, { dialect, stream: true, workspace, tools: [SHELL, READ] }, prompt);
  expect(marks(reply.text)).toSatisfy(full);
  expect(calls[0]?.name).toBe('bash');
  expect(calls.slice(1).map(({ name }) => name)).toContain('read');
});

test.each([['long', 'contextos'], ['long', 'handoff-sentences'], ['revision', 'handoff'], ['revision', 'contextos'], ['short', 'instructions'], ['short', 'handoff']])(
  'full marks on %s with %s, through nothing but a shell', async (scenario, profile) => {
    const { workspace, prompt, marks } = await project(scenario, profile);
    const served = await serve({ mode: 'scripted', script: 'reader' });
    const { reply } = await work(served.ask, { dialect: 'openai-chat', stream: false, workspace, tools: [SHELL] }, prompt);
    expect(marks(reply.text)).toSatisfy(full);
  },
);

/** What agents do to the output of their tools before the model sees it. */
const WRAPPED: [string, (output: string) => string][] = [
  ['line numbers with an arrow', (text) => text.replace(/\n$/, '').split('\n').map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n')],
  ['line numbers with a tab, and a reminder', (text) => `${text.split('\n').map((line, at) => `${String(at + 1)}\t${line}`).join('\n')}\n\n<system-reminder>\nBe careful.\n</system-reminder>`],
  ['tags and padded numbers', (text) => `<file>\n${text.split('\n').map((line, at) => `${String(at + 1).padStart(5, '0')}| ${line}`).join('\n')}\n\n(End of file - total lines)\n</file>`],
  ['a JSON object', (text) => JSON.stringify({ output: text, metadata: { exit_code: 0 } })],
  ['escaped line breaks', (text) => JSON.stringify(text).slice(1, -1)],
  ['a header', (text) => `Chunk ID: 1a2b3c\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n${text}`],
  ['a context tag', (text) => `<untrusted_context>\nOutput: ${text}\nProcess Group PGID: 14306\n</untrusted_context>`],
  ['Windows line ends', (text) => text.replaceAll('\n', '\r\n')],
];

test.each(WRAPPED)('reads through %s', async (_, wrap) => {
  const { workspace, prompt, marks } = await project('short', 'contextos');
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const wrapped = (tool: Tool): Tool => ({ ...tool, run: async (given, place) => wrap(await tool.run(given, place)) });
  const { reply } = await work(served.ask, { dialect: 'openai-responses', stream: true, workspace, tools: [wrapped(SHELL), wrapped(READ)] }, prompt);
  expect(marks(reply.text)).toSatisfy(full);
});

test('reads on where a tool cuts its output', async () => {
  const { workspace, prompt, marks } = await project('short', 'contextos');
  const filler = Array.from({ length: 4000 }, (_, at) => `Line ${String(at)} of the build log says nothing.`).join('\n');
  writeFileSync(join(workspace, 'a-log.md'), filler);
  const cut: Tool = { ...SHELL, run: async (given, place) => shorten(await SHELL.run(given, place)) };
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const { reply, calls } = await work(served.ask, { dialect: 'anthropic-messages', stream: true, workspace, tools: [cut] }, prompt, 200);
  expect(marks(reply.text)).toSatisfy(full);
  expect(calls.filter(({ arguments: given }) => JSON.stringify(given).includes('sed -n')).length).toBeGreaterThan(10);
});

const shorten = (text: string): string => (text.length > 9000 ? `${text.slice(0, 4000)}\n… 99 lines truncated …\n${text.slice(-4000)}` : text);

test.each(['one line', 'one\nmore\nlines\n'])('a file of which an agent loses the output is read again (%j)', async (text) => {
  const { workspace, prompt } = await project('short', 'handoff');
  writeFileSync(join(workspace, 'lost.md'), text);
  const given: string[] = [];
  const hasty: Tool = {
    ...READ,
    run: async (path, place) => {
      const output = await READ.run(path, place);
      if (!JSON.stringify(path).includes('lost.md')) return output;
      given.push(given.length === 0 ? '' : output);
      return given.at(-1) ?? '';
    },
  };
  const served = await serve({ mode: 'scripted', script: 'reader' });
  await work(served.ask, { dialect: 'openai-chat', stream: false, workspace, tools: [SHELL, hasty] }, prompt);
  expect(given).toEqual(['', text]);
});

test('reads again what an agent takes out of the conversation', async () => {
  const { workspace, prompt, marks } = await project('short', 'contextos');
  const served = await serve({ mode: 'scripted', script: 'reader' });
  // The listing and the first files go as soon as there are more.
  const forgetful: typeof served.ask = (target, body) => {
    const { messages, ...rest } = body as { messages: { role: string }[] };
    const results = messages.filter(({ role }) => role === 'tool');
    const old = new Set(results.length > 5 ? results.slice(0, 4) : []);
    return served.ask(target, { ...rest, messages: messages.map((message) => (old.has(message) ? { ...message, content: '[Old tool result content cleared]' } : message)) });
  };
  const { reply, calls } = await work(forgetful, { dialect: 'openai-chat', stream: false, workspace, tools: [SHELL, READ] }, prompt);
  expect(marks(reply.text)).toSatisfy(full);
  const asked = calls.map(({ name, arguments: given }) => JSON.stringify([name, given]));
  expect(asked.length - new Set(asked).size).toBe(4);
});

test('an agent that takes everything back does not keep it for ever', async () => {
  const { workspace, prompt, marks } = await project('short', 'handoff');
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const blind: Tool = { ...SHELL, run: () => '[Old tool result content cleared]' };
  const { reply, calls } = await work(served.ask, { dialect: 'openai-chat', stream: false, workspace, tools: [blind] }, prompt);
  expect(calls).toHaveLength(3);
  expect(marks(reply.text)).not.toSatisfy(full);
});

test('without a shell it lists with the tool that is there', async () => {
  const { workspace, prompt, marks } = await project('short', 'handoff');
  const glob: Tool = { name: 'glob', schema: object(['pattern'], { pattern: { type: 'string' } }), run: async (_, place) => SHELL.run({ command: 'find "$PWD" -type f' }, place) };
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const { reply } = await work(served.ask, { dialect: 'gemini', stream: false, workspace, tools: [glob, READ] }, `${prompt}\n\nCurrent working directory: ${workspace}`);
  expect(marks(reply.text)).toSatisfy(full);
});

test('delivers the answer through the tool that an agent wants it in', async () => {
  const { workspace, prompt, marks } = await project('short', 'handoff');
  let delivered = '';
  const deliver: Tool = { name: 'StructuredOutput', schema: object(['answers'], { answers: { type: 'object' } }), run: (given) => { delivered = JSON.stringify(given); return 'ok'; } };
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const { reply } = await work(served.ask, { dialect: 'anthropic-messages', stream: true, workspace, tools: [SHELL, READ, deliver] }, prompt);
  expect(marks(delivered)).toSatisfy(full);
  expect(marks(reply.text)).toSatisfy(full);
});

test.each(['short', 'long', 'revision'])('prompt mode: answers %s from the prompt alone', async (scenario) => {
  const selected = await loadCase({ name: scenario }, 'contextos');
  const served = await serve({ mode: 'scripted', script: 'reader' });
  await served.ask('/v1/messages', { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: preparePrompt(selected) }] });
  const { grounded_correct, questions } = scoreCase(selected, served.responses()[0]?.reply?.text ?? '') as { grounded_correct: number; questions: number };
  expect(grounded_correct).toBe(questions);
});

test('a second prompt in the same conversation is answered from what the files say then', async () => {
  const { workspace, prompt, marks } = await project('short', 'handoff');
  const served = await serve({ mode: 'scripted', script: 'reader' });
  const talk = { dialect: 'openai-chat', stream: false, workspace, tools: [SHELL] } as const;
  await work(served.ask, { ...talk, tools: [...talk.tools] }, prompt);
  const history = served.requests().at(-1)?.body as { messages: object[] };
  const again = async (target: string, body: unknown): ReturnType<typeof served.ask> => {
    const { messages, ...rest } = body as { messages: object[] };
    return served.ask(target, { ...rest, messages: [...history.messages, { role: 'assistant', content: 'Done.' }, ...messages] });
  };
  const { reply, calls } = await work(again, { ...talk, tools: [...talk.tools] }, prompt);
  expect(calls.length).toBeGreaterThan(1);
  expect(marks(reply.text)).toSatisfy(full);
});
