import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AgentAdapter, Outcome, Settings, Signal } from '../../src/agents/adapter.js';
import { conversationIds } from '../../src/agents/conversation.js';
import { systemClock } from '../../src/common/clock.js';
import { Gateway } from '../../src/gateway/gateway.js';
import { Pace } from '../../src/gateway/control/pace.js';
import type { WireRecord } from '../../src/gateway/record/wire.js';
import { namespaceRelay } from '../../src/gateway/relay/namespace-relay.js';
import type { Brain } from '../../src/gateway/scripted/brain.js';
import { ScriptBrain } from '../../src/gateway/scripted/script-brain.js';
import { scriptSchema } from '../../src/gateway/scripted/schema.js';
import { ScriptedUpstream } from '../../src/gateway/scripted/scripted.js';
import { connect } from '../../src/sandbox/docker/client.js';
import { ensureImage } from '../../src/sandbox/images.js';
import { HOME, PROGRAMS, WORKSPACE } from '../../src/sandbox/layout.js';
import type { Exit, Running } from '../../src/sandbox/sandbox.js';
import { Recorder } from '../../src/trace/recorder.js';
import { traceEvent, type TraceEvent } from '../../src/trace/events.js';
import { packFiles, joinTars } from '../../src/trial/seed/tar.js';
import { buildWorkspace } from '../../src/trial/seed/workspace.js';
import { printedBy } from './image-folders.js';
import { dockerProvider, theEngine } from './engine.js';
import type { Inventory } from '../../src/common/inventory.js';

export interface SessionRequest {
  adapter: AgentAdapter;
  prompts: string[];
  /** Turns of the scripted model (gateway/scripted/schema.ts), or a brain. */
  model: unknown[] | Brain;
  settings?: Settings;
  files?: Record<string, string>;
  /** Ms for each turn. */
  deadline_ms?: number;
  /** From this turn on the conversation is continued by being the latest, until then by the id that the stream told. */
  latestFrom?: number;
  /** Environment on top of the adapter's. */
  env?: Record<string, string>;
}

export interface TurnRun {
  exit: Exit;
  stdout: string;
  stderr: string;
  answer: string | null;
  signals: Signal[];
  /** Of this turn alone. */
  events: TraceEvent[];
  wire: WireRecord[];
}

export interface SessionRun {
  turns: TurnRun[];
  wire: WireRecord[];
  before: Inventory;
  after: Inventory;
}

/** Reference of an agent's image, built where the engine has none. */
export async function agentImage(name: string): Promise<string> {
  const { docker, close } = await connect(theEngine());
  try {
    return (await ensureImage(docker, name)).reference;
  } finally {
    close();
  }
}

/** What a script prints in a container of this image. */
export async function printedInImage(image: string, script: string): Promise<string> {
  const { docker, close } = await connect(theEngine());
  try {
    return await printedBy(docker, image, script);
  } finally {
    close();
  }
}

/** One session of a real CLI in a real container that reaches nothing but a scripted model. */
export async function runSession(request: SessionRequest): Promise<SessionRun> {
  const { adapter, settings = { model: 'gpt-5.5' } } = request;
  const gateway = await Gateway.start({ clock: systemClock });
  const provider = dockerProvider();
  const wire: WireRecord[] = [];
  const attempt = await gateway.open({ id: 'one', provider: scripted(request.model), wire: (record) => void wire.push(record), signal: () => undefined });
  const sandbox = await provider.create({ image: await agentImage(adapter.image), limits: { memory_mb: 2048, cpus: 2, pids: 512 }, purpose: { campaign: 'checks', trial: adapter.id, attempt: 1 } });
  const { docker, close } = await connect(theEngine());
  try {
    const agentFiles = await packFiles(adapter.files({ home: HOME, workspace: WORKSPACE, programs: PROGRAMS }, settings));
    const workspace = { spec: { template: 'service' }, manifest: 'test', place: 'test', files: new Map(Object.entries(request.files ?? {})) };
    const tar = await buildWorkspace(workspace, (stream) => buffer(stream));
    await sandbox.seed(Readable.from(joinTars([tar], agentFiles)));
    const before = await sandbox.inventory([HOME, WORKSPACE]);
    await sandbox.hold();
    const relay = await namespaceRelay((await docker.getContainer(sandbox.id).inspect()).State.Pid, attempt.socketPath);
    try {
      const turns: TurnRun[] = [];
      const tracer = new Tracer(adapter);
      for (const prompt of request.prompts) {
        const from = wire.length;
        const turn = await runTurn(request, settings, prompt, turns, tracer, (argv, options) => sandbox.exec(argv, options));
        turns.push({ ...turn, wire: wire.slice(from) });
      }
      await sandbox.kill();
      return { turns, wire, before, after: await sandbox.inventory([HOME, WORKSPACE], before) };
    } finally {
      await relay.close();
    }
  } finally {
    close();
    await sandbox.destroy();
    await provider.close();
    await gateway.close();
  }
}

type Exec = (argv: string[], options: { env: Record<string, string>; stdin?: Uint8Array; deadline_ms: number; cwd: string }) => Promise<Running>;

async function runTurn({ adapter, deadline_ms = 60_000, latestFrom = Infinity, env: more = {} }: SessionRequest, settings: Settings, prompt: string, earlier: TurnRun[], tracer: Tracer, exec: Exec): Promise<Omit<TurnRun, 'wire'>> {
  const conversation = earlier.length + 1 < latestFrom ? (conversationIds(earlier.flatMap(({ events }) => events)).at(-1) ?? null) : null;
  const places = { home: HOME, workspace: WORKSPACE, programs: PROGRAMS, inside: (path: string) => path };
  const { argv, env, stdin } = adapter.command({ ...settings, prompt, number: earlier.length + 1, conversation }, places);
  const running = await exec(argv, { env: { ...env, ...more }, deadline_ms, cwd: WORKSPACE, ...(stdin && { stdin }) });
  const [out, err, exit] = await Promise.all([buffer(running.stdout), buffer(running.stderr), running.exit]);
  const events = await tracer.turn(out);
  const outcome: Outcome = { exit_code: exit.code, stdout: out, stderr: err, events, model: settings.model, file: () => Promise.resolve(undefined) };
  return { exit, stdout: out.toString(), stderr: err.toString(), events, answer: await adapter.answer(outcome), signals: adapter.classify(outcome) };
}

/** Traces the turns of a session as a trial does: with one recorder. */
class Tracer {
  private readonly lines: string[] = [];
  private readonly recorder: Recorder;
  private turns = 0;

  constructor(adapter: AgentAdapter) {
    const out = new Writable({ write: (chunk: Buffer, _encoding, done) => (this.lines.push(chunk.toString()), done()) });
    this.recorder = new Recorder({ out, clock: systemClock, parse: (line) => adapter.parse(line) });
  }

  async turn(stdout: Uint8Array): Promise<TraceEvent[]> {
    const from = this.lines.length;
    this.turns += 1;
    await this.recorder.feed(1, `stdout-${String(this.turns)}`, stdout);
    await this.recorder.endSession(1);
    return this.lines.slice(from).map((line) => traceEvent.parse(JSON.parse(line)));
  }
}

/** The trace of one output. */
export const traced = (adapter: AgentAdapter, stdout: Uint8Array): Promise<TraceEvent[]> => new Tracer(adapter).turn(stdout);

const scripted = (model: unknown[] | Brain): { name: string; upstream: ScriptedUpstream; pace: Pace; prices: Record<string, never>; secrets: [] } => ({
  name: 'scripted',
  upstream: new ScriptedUpstream({ brain: Array.isArray(model) ? new ScriptBrain(scriptSchema.parse({ turns: model })) : model, clock: systemClock, models: ['scripted'] }),
  pace: new Pace({}, () => systemClock.monotonic()),
  prices: {},
  secrets: [],
});
