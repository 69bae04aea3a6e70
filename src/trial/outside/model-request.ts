import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Writable } from 'node:stream';
import type { ModelLine } from '../../agents/model/lines.js';
import { askModel, type Asked } from '../../gateway/client/ask-model.js';
import { DIALECTS } from '../../gateway/dialects/index.js';
import type { DialectId, ModelReply } from '../../gateway/dialects/message.js';
import type { Question, Said } from '../../gateway/dialects/question.js';

/** Ms before the second try, the third, …: as patient as clients of these APIs are. A longer `retry-after` is kept by the gateway's pace. */
const PATIENCE = [1000, 2000, 4000];

export interface ModelRequest {
  /** As the adapter `model` gives it. */
  argv: readonly string[];
  /** The session so far, the prompt last; a reply is added to it. */
  conversation: Said[];
  /** The attempt's door of the gateway. */
  socketPath: string;
  out: Writable;
  signal: AbortSignal;
}

/**
 * Asks the model and tells what came, one JSON object a line. What a client can get over (too many requests, an outage, a broken
 * stream) is tried again, and told; only a complete reply counts.
 * @returns the exit code: 0 with a reply, 1 without
 * @throws the signal's reason where it is aborted
 */
export async function requestModel({ argv, conversation, socketPath, out, signal }: ModelRequest): Promise<number> {
  const { dialect, question } = readCommand(argv, conversation);
  const tell = (line: ModelLine): void => void out.write(`${JSON.stringify(line)}\n`);
  for (let attempt = 1; ; attempt++) {
    tell({ type: 'asked', attempt, dialect, model: question.model, stream: question.stream });
    const asked = await askModel(socketPath, DIALECTS[dialect], question, signal);
    if (asked.reply !== null && asked.failure === null) {
      linesOf(asked.reply).forEach(tell);
      if (asked.reply.text !== '') conversation.push({ role: 'assistant', text: asked.reply.text });
      return 0;
    }
    const again_ms = mayPass(asked) ? (PATIENCE[attempt - 1] ?? null) : null;
    tell({ type: 'failed', failure: asked.failure ?? 'unreadable', status: asked.status, message: asked.message, again_ms });
    if (again_ms === null) return 1;
    await sleep(again_ms, undefined, { signal });
  }
}

function readCommand(argv: readonly string[], conversation: readonly Said[]): { dialect: DialectId; question: Question } {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { dialect: { type: 'string' }, model: { type: 'string' }, stream: { type: 'boolean', default: false }, parameters: { type: 'string', default: '{}' } },
  });
  const parameters = JSON.parse(values.parameters) as Record<string, unknown>;
  return { dialect: values.dialect as DialectId, question: { model: values.model ?? '', conversation, stream: values.stream, parameters } };
}

function mayPass({ failure, status }: Asked): boolean {
  if (failure !== 'error') return true;
  // An error inside a stream that began well has no status of its own.
  return status === null || status < 300 || status === 408 || status === 429 || status >= 500;
}

function linesOf({ reasoning, text, calls, usage, model, finish }: ModelReply): ModelLine[] {
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...calls.map(({ id, name, arguments: given }) => ({ type: 'call' as const, id, name, arguments: given })),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    {
      type: 'replied', model, finish,
      input_tokens: usage?.input ?? null, output_tokens: usage?.output ?? null, cached_tokens: usage?.cached ?? null, reasoning_tokens: usage?.reasoning ?? null,
    },
  ];
}
