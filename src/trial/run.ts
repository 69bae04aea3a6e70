import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Places } from '../agents/adapter.js';
import { sessionDir } from '../evidence/layout.js';
import type { AttemptStore } from '../evidence/attempt.js';
import { HOME, PROGRAMS, WORKSPACE } from '../sandbox/layout.js';
import type { Door, Sandbox } from '../sandbox/sandbox.js';
import type { Recorder } from '../trace/recorder.js';
import type { ModelAccess } from './model-access.js';
import type { Ran, Seeded } from './states.js';
import { watchWorkspace } from './watch.js';

const MS = 1000;

/** The one session of a scenario's trial, and its one turn. */
const SESSION = 1;
const TURN = 1;

/** Where what an agent does is kept, and what reaches it. */
export interface Surroundings {
  store: AttemptStore;
  recorder: Recorder;
  /** Aborting it ends every process of the sandbox; the attempt then ends as `killed`. */
  signal: AbortSignal;
  /** Its way to a model, for agents that have one. */
  model?: ModelAccess | undefined;
}

/** Runs the agent as the sandbox's own main process and keeps what it prints, as it comes. */
export async function runAgent(seeded: Seeded, { store, recorder, signal, model }: Surroundings): Promise<Ran> {
  const { sandbox, trial } = seeded;
  const folder = sessionDir(SESSION);
  await store.write(`${folder}/prompts/turn-${String(TURN)}.txt`, trial.prompt);
  recorder.record({ session: SESSION, source: 'harness', type: 'session.start' });
  recorder.record({ session: SESSION, source: 'harness', type: 'prompt', id: `turn-${String(TURN)}`, result: trial.prompt });
  const { argv, env, stdin } = trial.adapter.command({ ...trial.settings, prompt: trial.prompt, number: TURN }, placesIn(sandbox));
  const before = model && ((door: Door): Promise<void> => model.connect(door));
  const running = await sandbox.start(argv, { env, deadline_ms: trial.limits.agent_seconds * MS, cwd: WORKSPACE, ...(stdin && { stdin }), ...(before && { before }) });
  const stopWatching = watchWorkspace(sandbox, recorder);
  const stop = (): void => void sandbox.kill().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const stdout = `${folder}/stdout`;
    const [exit] = await Promise.all([
      running.exit,
      keep(running.stdout, await store.stream(stdout), (chunk) => recorder.feed(SESSION, stdout, chunk)),
      keep(running.stderr, await store.stream(`${folder}/stderr`)),
    ]);
    await model?.close();
    await recorder.endSession(SESSION);
    recorder.record({ session: SESSION, source: 'harness', type: 'session.end', result: exit.reason, exit_code: exit.code, duration_ms: exit.duration_ms });
    return { ...seeded, exit, ...(model && { wire: model.verdict }) };
  } finally {
    signal.removeEventListener('abort', stop);
    await stopWatching();
  }
}

/** Copies a stream to a file as it comes, and shows each piece to whoever parses it. */
async function keep(from: Readable, to: Writable, show: (chunk: Uint8Array) => Promise<void> = async () => undefined): Promise<void> {
  const watched = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      await show(chunk);
      yield chunk;
    }
  };
  await pipeline(from, watched, to);
}

const placesIn = (sandbox: Sandbox): Places => ({
  home: sandbox.inside(HOME),
  workspace: sandbox.inside(WORKSPACE),
  programs: sandbox.inside(PROGRAMS),
  inside: (path) => sandbox.inside(path),
});
