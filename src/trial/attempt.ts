import { Readable, type Writable } from 'node:stream';
import { timestamp } from '../common/clock.js';
import { CleanslateError, HarnessError, messageOf } from '../common/errors.js';
import { digestEntries } from '../common/inventory.js';
import { pretty } from '../common/json.js';
import { AttemptStore } from '../evidence/attempt.js';
import { sessionDir } from '../evidence/layout.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { promptSha256 } from '../scenario/prepare.js';
import { inventoryJson } from '../trace/inventory-file.js';
import { Recorder } from '../trace/recorder.js';
import type { AttemptRecord } from './attempt-record.js';
import { capture } from './capture.js';
import type { AttemptContext } from './context.js';
import { ModelAccess } from './model-access.js';
import { runAgent } from './run.js';
import { seedSandbox } from './seed/seed.js';
import { scoreAttempt } from './score.js';
import type { Invalid, Planned, Scored, Seeded } from './states.js';
import { Stopwatch } from './stopwatch.js';
import { endedBy, judge } from './validity.js';

/** How an attempt came out. */
export interface AttemptOutcome {
  record: AttemptRecord;
  /** Digest of its evidence.sha256. */
  evidence: string;
  /** The harness's own failure, where there was one: the campaign decides whether going on makes sense. */
  fault?: CleanslateError;
}

/**
 * One attempt from seed to score. Whatever happens, what was seen is sealed and the sandbox is gone afterwards.
 * @throws HarnessError only where the evidence itself could not be kept
 */
export async function runAttempt(planned: Planned, context: AttemptContext): Promise<AttemptOutcome> {
  const store = await AttemptStore.create(context.campaignDir, planned.trial.id, planned.attempt);
  const started_at = timestamp(context.clock);
  const watch = new Stopwatch(context.clock);
  const progress: Progress = {};
  const fault = await carryOut(planned, context, store, watch, progress).then(
    () => undefined,
    (error: unknown) => asHarnessFault(error),
  );
  const record = describe(planned, context, progress, fault, { started_at, ended_at: timestamp(context.clock), watch });
  await store.write('attempt.json', pretty(record));
  return { record, evidence: await store.seal(), ...(fault && { fault }) };
}

/** The last state that an attempt reached. */
interface Progress {
  seeded?: Seeded;
  ended?: Invalid | Scored;
}

async function carryOut(planned: Planned, context: AttemptContext, store: AttemptStore, watch: Stopwatch, progress: Progress): Promise<void> {
  const { trial } = planned;
  const trace = await store.stream('trace.jsonl');
  const recorder = new Recorder({ out: trace, clock: context.clock, parse: (line) => trial.adapter.parse(line) });
  await store.refer('workspace', trial.seed.workspace);
  await store.refer('agent', trial.seed.agent);
  await store.refer('prompt', promptSha256(trial.prompt));
  const sandbox = await watch.time('create', () => createSandbox(planned, context));
  const removal = once(() => watch.time('destroy', () => sandbox.destroy()));
  try {
    const initial = await watch.time('seed', () => seedSandbox(sandbox, trial.seed, store.material));
    await store.write(`${sessionDir(1)}/initial.json`, Readable.from(inventoryJson(initial)));
    const seeded: Seeded = { ...planned, sandbox, initial, initial_state: digestEntries(initial.entries) };
    progress.seeded = seeded;
    const model = await openModel(planned, context, { store, recorder, sandbox });
    const ran = await watch.time('agent', () => runAgent(seeded, { store, recorder, signal: context.signal, model })).finally(() => model?.close());
    const captured = await watch.time('capture', () => capture(ran, store, recorder, () => end(trace), store.material));
    // Nothing below needs the sandbox, and the engine takes its time: as long as the disk, about.
    removal().catch(() => undefined);
    const judged = judge(captured);
    progress.ended = judged.valid ? await watch.time('score', () => scoreAttempt(judged, store)) : judged;
    await watch.time('settle', () => store.settle());
  } finally {
    await removal();
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= work());
}

/** The attempt's own way to its model, where its configuration has one. The gateway may end the attempt through it. */
async function openModel({ trial, attempt }: Planned, { models }: AttemptContext, { store, recorder, sandbox }: Parts): Promise<ModelAccess | undefined> {
  if (trial.provider === null) return undefined;
  const provider = models?.providers.get(trial.provider);
  if (!models || !provider) throw new HarnessError('CLEANSLATE_PROVIDER_MISSING', `no provider \`${trial.provider}\` is open`);
  const onSignal = (): void => void sandbox.kill().catch(() => undefined);
  return ModelAccess.open({ gateway: models.gateway, provider, limits: models.limits, id: `${trial.id}/${String(attempt)}`, store, recorder, onSignal });
}

interface Parts {
  store: AttemptStore;
  recorder: Recorder;
  sandbox: Sandbox;
}

const createSandbox = ({ trial, attempt }: Planned, { provider, image, campaign }: AttemptContext): Promise<Sandbox> =>
  provider.create({ image: image.reference, limits: trial.limits, purpose: { campaign, trial: trial.id, attempt } });

const end = (stream: Writable): Promise<void> => new Promise((resolve) => { stream.end(resolve); });

function asHarnessFault(error: unknown): CleanslateError {
  if (error instanceof CleanslateError) return error;
  return new HarnessError('CLEANSLATE_ATTEMPT_FAILED', messageOf(error), { cause: error });
}

interface Times {
  started_at: string;
  ended_at: string;
  watch: Stopwatch;
}

function describe(planned: Planned, context: AttemptContext, { seeded, ended }: Progress, fault: CleanslateError | undefined, times: Times): AttemptRecord {
  const { trial, attempt } = planned;
  const { configuration, adapter } = trial;
  const scored = ended?.valid === true ? (ended as Scored) : undefined;
  // A fault after scoring (the sandbox could not be removed) does not unmake what was seen; it goes to the campaign.
  const signals = ended?.signals ?? [{ blame: fault?.blame ?? 'harness', kind: fault?.code ?? 'unknown', message: fault?.line ?? '' }];
  return {
    campaign: context.campaign,
    trial: trial.id,
    attempt,
    configuration: configuration.id,
    agent: adapter.id,
    agent_version: adapter.version,
    mode: 'workspace',
    scenario: trial.selected.scenario,
    task: trial.task,
    category: null,
    profile: trial.profile,
    run: trial.run,
    model_id: configuration.model?.label ?? adapter.id,
    provider: trial.provider ?? 'none',
    observed_model: ended?.wire?.observed.join(', ') || null,
    wire_witness: ended?.wire?.witness ?? null,
    source_commit: context.source_commit,
    prompt_sha256: promptSha256(trial.prompt),
    started_at: times.started_at,
    ended_at: times.ended_at,
    duration_ms: times.watch.total_ms,
    timings: times.watch.timings,
    ended: ended ? endedBy(ended) : 'harness-error',
    valid: scored !== undefined,
    signals: [...signals],
    exit: ended?.exit ?? null,
    sandbox: { kind: context.provider.kind, isolation: context.provider.isolation, image: context.image.digest === null ? null : context.image.reference, image_digest: context.image.digest },
    initial_state: seeded?.initial_state ?? null,
    session_ids: [...(ended?.session_ids ?? [])],
    tool_calls: ended?.counts.tool_calls ?? 0,
    unparsed: ended?.counts.unparsed ?? 0,
    witnesses: ended?.witnesses ?? null,
    files_changed: ended?.files_changed ?? 0,
    spent: ended?.wire?.spent ?? null,
    input_tokens: ended?.counts.input_tokens ?? ended?.wire?.tokens.input ?? null,
    output_tokens: ended?.counts.output_tokens ?? ended?.wire?.tokens.output ?? null,
    normalized: scored?.normalized ?? null,
    quote_characters: scored?.quote_characters ?? null,
  };
}
