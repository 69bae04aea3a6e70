import { setTimeout as sleep } from 'node:timers/promises';
import { sha256 } from '../../common/digest.js';
import type { Clock } from '../../common/clock.js';
import { reckonTokens } from '../control/spend.js';
import { eventText, type ServerEvent, type WriteContext } from '../dialects/dialect.js';
import { emptyReply, type ModelReply, type ModelRequest, type ToolCall } from '../dialects/message.js';
import { modelList } from '../http/model-list.js';
import type { Upstream, UpstreamRequest, UpstreamResponse } from '../upstream.js';
import { say, type Brain, type Say } from './brain.js';
import { misbehave } from './misbehave.js';
import { callFor } from './tools/call.js';

export interface ScriptedOptions {
  brain: Brain;
  clock: Clock;
  /** Labels that the list of models shows. */
  models: readonly string[];
}

/** A deterministic model: real HTTP in all four dialects, no network, no key. */
export class ScriptedUpstream implements Upstream {
  readonly mode = 'scripted';
  constructor(private readonly options: ScriptedOptions) {}

  async respond(request: UpstreamRequest, signal: AbortSignal): Promise<UpstreamResponse> {
    const { route } = request;
    if (route.operation === 'models') return json(modelList(route.dialect.id, this.options.models, request.target));
    if (route.operation === 'count-tokens' || !request.model) return json(route.dialect.tokenCount(reckonTokens(request.raw.length)));
    const context = { attempt: request.attempt, session: request.session, dialect: route.dialect.id, aux: request.aux };
    const move = this.options.brain.move(request.model, context);
    if (move.slow_ms > 0) await sleep(move.slow_ms, undefined, { signal });
    if (move.kind === 'misbehave') return misbehave(move.how, route.dialect, writing(request, this.options, say({})), signal);
    return speak(request, request.model, move, this.options, signal);
  }
}

function speak(request: UpstreamRequest, asked: ModelRequest, move: Say, options: ScriptedOptions, signal: AbortSignal): UpstreamResponse {
  const { dialect } = request.route;
  const context = writing(request, options, move);
  const reply = replyTo(asked, move, context);
  if (!asked.stream) return json(dialect.write(reply, context));
  const events = dialect.writeStream(reply, context);
  // Gemini streams a JSON list where the client does not ask for events.
  if (dialect.id === 'gemini' && !/[?&]\$?alt=sse\b/.test(request.target)) return json(events.map(({ data }) => JSON.parse(data) as unknown));
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }, body: streamed(events, move.slow_ms, signal) };
}

async function* streamed(events: readonly ServerEvent[], slow_ms: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (const event of events) {
    if (slow_ms > 0) await sleep(slow_ms, undefined, { signal });
    yield Buffer.from(eventText(event));
  }
}

function replyTo(asked: ModelRequest, move: Say, context: WriteContext): ModelReply {
  const calls = move.acts.map((act, at): ToolCall | string => {
    const call = callFor(act, asked);
    return call ? { id: context.id('call', String(at)), ...call } : `No tool here can ${act.kind}.`;
  });
  const missing = calls.filter((call) => typeof call === 'string');
  return { ...emptyReply(), text: [move.text, ...missing].filter((text) => text !== '').join('\n'), reasoning: move.think, calls: calls.filter((call) => typeof call !== 'string') };
}

/** Ids come from the request, so that the same conversation gets the same bytes. */
function writing(request: UpstreamRequest, { brain, clock }: ScriptedOptions, move: Say): WriteContext {
  const digest = sha256(request.raw);
  const output = Math.max(1, reckonTokens(Buffer.byteLength(JSON.stringify([move.text, move.acts]))));
  const reasoning = move.think === '' ? 0 : reckonTokens(Buffer.byteLength(move.think));
  return {
    id: (prefix, salt = '') => `${prefix}_${sha256(`${digest} ${prefix} ${salt}`).slice(0, 24)}`,
    created: Math.floor(clock.now().getTime() / 1000),
    model: brain.model ?? request.model?.model ?? 'scripted',
    usage: { input: reckonTokens(request.raw.length), output: output + reasoning, cached: 0, reasoning },
  };
}

const json = (value: unknown): UpstreamResponse => ({
  status: 200, headers: { 'content-type': 'application/json' }, body: once(Buffer.from(JSON.stringify(value))),
});

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
