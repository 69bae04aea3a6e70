import { join } from 'node:path';
import type { Signal } from '../../agents/adapter.js';
import { readWire } from '../../gateway/record/read-wire.js';
import { WORKSPACE } from '../../sandbox/layout.js';
import type { Door, Exit } from '../../sandbox/sandbox.js';
import { outcomeOfTurn } from '../answer.js';
import type { Ran, Seeded } from '../states.js';
import { isNoFault } from '../validity.js';
import { watchWorkspace } from '../watch.js';
import { compactionSigns } from './compaction.js';
import { Settling, type Settled } from './settle.js';
import type { Surroundings } from './surroundings.js';
import { runTurn, type Start } from './turn.js';
import { warmUp } from './warmup.js';

const MS = 1000;

/** Runs one session of an agent, turn by turn, and keeps what it prints, as it comes. */
export async function runSession(seeded: Seeded, around: Surroundings): Promise<Ran> {
  const { sandbox, session } = seeded;
  const { store, recorder, signal, model, services } = around;
  recorder.record({ session, source: 'harness', type: 'session.start' });
  const stopWatching = watchWorkspace(sandbox, session, recorder);
  const stop = (): void => void sandbox.kill().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const { turns, exit, signals, duration_ms } = await runTurns(seeded, around);
    await model?.disconnect();
    await services?.disconnect();
    if (seeded.plan.conversation === 'compact' && model?.verdict.witness === 'present') signals.push(...(await compactionSigns(readWire(join(store.dir, 'wire.jsonl')), session)));
    await recorder.endSession(session);
    recorder.record({ session, source: 'harness', type: 'session.end', result: exit.reason, exit_code: exit.code, duration_ms });
    return { ...seeded, turns, exit, signals };
  } finally {
    signal.removeEventListener('abort', stop);
    await stopWatching();
  }
}

interface Turns {
  turns: number;
  exit: Exit;
  signals: Signal[];
  duration_ms: number;
}

/** A turn that failed is the last of its session: nothing that follows it in the same conversation would mean anything. */
async function runTurns(seeded: Seeded, around: Surroundings): Promise<Turns> {
  const { plan, trial } = seeded;
  const signals: Signal[] = [];
  let spent = 0;
  const start = await starter(seeded, around, () => Math.max(1, trial.limits.agent_seconds * MS - spent));
  const { settle } = trial.configuration;
  const settling = settle && settles(trial, seeded.session) ? await Settling.begin(seeded.sandbox, settle) : undefined;
  for (let turn = 1; ; turn++) {
    const exit = await runTurn(seeded, turn, start, around);
    spent += exit.duration_ms;
    const ended: Turns = { turns: turn, exit, signals, duration_ms: spent };
    if (turn === plan.turns.length || exit.reason !== 'exit' || exit.code !== 0) {
      if (exit.reason === 'exit' && settling) signals.push(...toldBy(await settling.wait(seeded.session, around)));
      return ended;
    }
    const found = await signsOfTurn(seeded, turn, exit, around);
    if (!found.every(isNoFault) || around.model?.verdict.isLost === true) return ended;
    signals.push(...found);
  }
}

/** Memory that is on and is not written is the agent's doing, and no success. */
const toldBy = ({ met, path, seconds }: Settled): Signal[] =>
  met ? [] : [{ blame: 'agent', kind: 'memory-not-written', message: `nothing that ${path} stands for was written, and stayed as it was, within ${String(seconds)} s` }];

/** Whether nothing but one prompt is to be done in the session's sandbox. */
const isSingle = ({ plan, trial, session }: Seeded): boolean => plan.turns.length === 1 && plan.warmup.length === 0 && !settles(trial, session);

const settles = ({ configuration, sessions }: Seeded['trial'], session: number): boolean => configuration.settle !== undefined && session < sessions.length;

/** A single turn is the sandbox's own main process; several are run one after the other in a sandbox that is held. */
async function starter(seeded: Seeded, around: Surroundings, left: () => number): Promise<Start> {
  const { sandbox, session } = seeded;
  const { model, services } = around;
  const connect = async (door: Door): Promise<void> => {
    await model?.connect(door, session);
    await services?.connect(door);
  };
  const before = model || services ? connect : undefined;
  const options = (stdin: Uint8Array | undefined, env: Record<string, string>) => ({ env: { ...env, ...model?.environment }, deadline_ms: left(), cwd: WORKSPACE, ...(stdin && { stdin }) });
  if (isSingle(seeded)) return ({ argv, env, stdin }) => sandbox.start(argv, { ...options(stdin, env), ...(before && { before }) });
  await sandbox.hold(before && { before });
  await warmUp(seeded, around, left());
  return ({ argv, env, stdin }) => sandbox.exec(argv, options(stdin, env));
}

/** What a turn that others follow says of itself. */
async function signsOfTurn({ trial, session, plan }: Seeded, turn: number, exit: Exit, { store, recorder, model }: Surroundings): Promise<Signal[]> {
  const { adapter, settings } = trial;
  const { outcome } = await outcomeOfTurn({ dir: store.dir, session, turn, exit_code: exit.code, model: settings.model, events: recorder.conversations });
  model?.verdict.endTurn((await adapter.answer(outcome)) !== null);
  const found = adapter.classify(outcome);
  // What compacts a conversation says nothing in it; whether it did, the wire tells.
  return plan.conversation === 'compact' && turn === 1 ? found.filter(({ kind }) => !SILENT.has(kind)) : found;
}

const SILENT = new Set(['nothing-done', 'no-answer']);
