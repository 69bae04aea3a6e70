import type { ModelRequest } from '../dialects/message.js';
import type { Act, Brain, BrainContext, Misbehaviour, Move } from './brain.js';
import { say } from './brain.js';
import { helperReply } from './helper-reply.js';
import { repliesIn } from './position.js';
import type { Script, ScriptTurn } from './schema.js';

/** A model that follows a script. It counts nothing but how often it has misbehaved at a place. */
export class ScriptBrain implements Brain {
  readonly #served = new Map<string, number>();

  constructor(private readonly script: Script) {}

  get model(): string | undefined {
    return this.script.model;
  }

  move(request: ModelRequest, context: BrainContext): Move {
    if (context.aux !== null) return helperReply(request, context.aux, this.script.summary);
    const turns = this.#turns(context.session);
    // Turns that fail leave nothing in the conversation: only those that speak are counted in it.
    let spoken = repliesIn(request);
    for (const [at, turn] of turns.entries()) {
      const failure = failureOf(turn);
      if (failure === null) {
        if (spoken === 0) return speak(turn, request);
        spoken -= 1;
        continue;
      }
      if (spoken > 0) continue;
      const key = `${context.attempt} ${String(context.session)} ${String(at)}`;
      const served = this.#served.get(key) ?? 0;
      if (served >= failure.times) continue;
      this.#served.set(key, served + 1);
      return { kind: 'misbehave', how: failure.how, slow_ms: turn.slow ?? 0 };
    }
    return this.#afterTheEnd(turns, request);
  }

  #turns(session: number): ScriptTurn[] {
    const { turns, sessions = [] } = this.script;
    return turns ?? (sessions[session - 1] ?? sessions.at(-1))?.turns ?? [];
  }

  /** An agent that asks on after the last turn gets the last answer again. */
  #afterTheEnd(turns: readonly ScriptTurn[], request: ModelRequest): Move {
    const last = turns.findLast((turn) => turn.answer !== undefined || turn.recall !== undefined);
    return last ? speak(last, request) : say({ text: 'Done.' });
  }
}

function speak(turn: ScriptTurn, request: ModelRequest): Move {
  const acts = turn.together ? turn.together.flatMap(actsOf) : actsOf(turn);
  const answer = turn.recall ? recalled(turn.recall, request) : turn.answer;
  const text = answer === undefined ? '' : typeof answer === 'string' ? answer : JSON.stringify(answer);
  return say({ acts, text, think: turn.think ?? '', slow_ms: turn.slow ?? 0 });
}

/** What the model says to a text that it was told, and what without it. */
function recalled({ text, seen, unseen }: NonNullable<ScriptTurn['recall']>, { system, messages }: ModelRequest): ScriptTurn['answer'] {
  const told = [system, ...messages.flatMap(({ texts, results }) => [...texts, ...results.map((result) => result.text)])];
  return told.some((one) => one.includes(text)) ? seen : unseen;
}

function actsOf(turn: Pick<ScriptTurn, 'run' | 'read' | 'write' | 'call'>): Act[] {
  if (turn.run !== undefined) return [{ kind: 'run', command: turn.run }];
  if (turn.read !== undefined) return [{ kind: 'read', path: turn.read }];
  if (turn.call) return [{ kind: 'call', ...turn.call }];
  return turn.write ? [{ kind: 'write', ...turn.write }] : [];
}

function failureOf(turn: ScriptTurn): { how: Misbehaviour; times: number } | null {
  const { fail, sse_error } = turn;
  if (fail) return { how: { kind: 'status', ...fail }, times: fail.times ?? Infinity };
  if (sse_error !== undefined) {
    const { code, times } = typeof sse_error === 'string' ? { code: sse_error, times: undefined } : sse_error;
    return { how: { kind: 'stream-error', code }, times: times ?? Infinity };
  }
  const plain = { hang: 'hang', cut_stream: 'cut-stream', invalid_json: 'invalid-json', html: 'html' } as const;
  for (const [key, kind] of Object.entries(plain) as [keyof typeof plain, (typeof plain)[keyof typeof plain]][]) {
    const value = turn[key];
    if (value !== undefined) return { how: { kind }, times: value === true ? Infinity : (value.times ?? Infinity) };
  }
  return null;
}
