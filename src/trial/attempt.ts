import type { Writable } from 'node:stream';
import { timestamp } from '../common/clock.js';
import { CleanslateError, HarnessError, messageOf } from '../common/errors.js';
import { pretty } from '../common/json.js';
import { AttemptStore } from '../evidence/attempt.js';
import { jsonScrub } from '../gateway/redact/json-scrub.js';
import { promptSha256 } from '../scenario/prepare.js';
import { Recorder, type OwnEvent } from '../trace/recorder.js';
import type { AttemptRecord } from './attempt-record.js';
import { capture } from './capture.js';
import type { AttemptContext } from './context.js';
import { keepDelivery } from './delivery/keep.js';
import { describe, type Progress } from './describe.js';
import { ModelAccess } from './model-access.js';
import { Machines } from './machines.js';
import { scoreAttempt } from './score.js';
import { Services } from './services/services.js';
import { attemptName, runSessions, type SessionObserver } from './session/sessions.js';
import type { Surroundings } from './session/surroundings.js';
import type { Planned } from './states.js';
import { Stopwatch } from './stopwatch.js';
import { judge } from './validity.js';

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
  const store = context.keeping?.store ?? (await AttemptStore.create(context.campaignDir, planned.trial.id, planned.attempt, jsonScrub(context.scrubber)));
  const started_at = timestamp(context.clock);
  const watch = new Stopwatch(context.clock);
  const progress: Progress = {};
  const fault = await carryOut(planned, context, store, watch, progress).then(
    () => undefined,
    (error: unknown) => asHarnessFault(error),
  );
  // It goes on the journal too, and its signs name files.
  const record = context.scrubber.json(describe(planned, context, progress, fault, { started_at, ended_at: timestamp(context.clock), watch })) as AttemptRecord;
  await store.write('attempt.json', pretty(record));
  await context.keeping?.conclude(record);
  return { record, evidence: await store.seal(), ...(fault && { fault }) };
}

async function carryOut(planned: Planned, context: AttemptContext, store: AttemptStore, watch: Stopwatch, progress: Progress): Promise<void> {
  const { trial } = planned;
  const trace = await store.stream('trace.jsonl');
  const recorder = new Recorder({ out: trace, clock: context.clock, parse: (line) => trial.adapter.parse(line), mask: (event) => context.scrubber.json(event) as OwnEvent });
  await store.refer('workspace', trial.seed.workspace);
  await store.refer('agent', trial.seed.agent);
  await store.refer('prompt', promptSha256(trial.prompt));
  const machines = new Machines(planned, context, watch);
  let services: Services | undefined;
  try {
    const model = await openModel(planned, context, { store, recorder, machines });
    const observer: SessionObserver = {
      began: (initial_state) => { progress.initial_state = initial_state; },
      planted: (canaries) => { progress.canaries = [...(progress.canaries ?? []), ...canaries]; },
    };
    services = await Services.open(planned, context, { store, recorder });
    const around: Surroundings = { store, recorder, scrubber: context.scrubber, signal: context.signal, model, services };
    const sessions = await runSessions({ planned, context, around, machines, watch, observer }).finally(() => model?.close());
    await services?.written();
    await end(trace);
    const captured = await watch.time('capture', () => capture(planned, sessions, { store, recorder, name: attemptName(planned, context) }, model?.verdict));
    // Nothing below needs a sandbox, and the engine takes its time: as long as the disk, about.
    const judged = judge(captured);
    progress.ended = judged.valid ? await watch.time('score', () => scoreAttempt(judged, store)) : judged;
    await watch.time('delivery', () => keepDelivery(progress.ended ?? judged, store));
    await watch.time('settle', () => store.settle());
  } finally {
    await services?.close();
    await machines.removed();
  }
}

/** The attempt's own way to its model, where its configuration has one. The gateway may end the attempt through it. */
async function openModel({ trial, attempt }: Planned, { models }: AttemptContext, { store, recorder, machines }: Parts): Promise<ModelAccess | undefined> {
  if (trial.provider === null) return undefined;
  const provider = models?.providers.get(trial.provider);
  if (!models || !provider) throw new HarnessError('CLEANSLATE_PROVIDER_MISSING', `no provider \`${trial.provider}\` is open`);
  const onSignal = (): void => void machines.kill();
  const { settings: { model }, adapter: { version, userAgent } } = trial;
  return ModelAccess.open({ gateway: models.gateway, provider, login: trial.adapter.login, limits: models.limits, id: `${trial.id}/${String(attempt)}`, expected: { model, version, userAgent }, store, recorder, onSignal });
}

interface Parts {
  store: AttemptStore;
  recorder: Recorder;
  machines: Machines;
}

const end = (stream: Writable): Promise<void> => new Promise((resolve) => { stream.end(resolve); });

function asHarnessFault(error: unknown): CleanslateError {
  if (error instanceof CleanslateError) return error;
  return new HarnessError('CLEANSLATE_ATTEMPT_FAILED', messageOf(error), { cause: error });
}
