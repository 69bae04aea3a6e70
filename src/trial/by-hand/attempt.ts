import { timestamp, type Clock } from '../../common/clock.js';
import { pretty } from '../../common/json.js';
import { AttemptStore } from '../../evidence/attempt.js';
import { promptFile, sessionDir } from '../../evidence/layout.js';
import { promptSha256 } from '../../scenario/prepare.js';
import { Recorder } from '../../trace/recorder.js';
import type { AttemptRecord } from '../attempt-record.js';
import { keepScore } from '../score.js';
import { adaptationsIn } from './adaptations.js';
import type { AttachedSession, HandTrial } from './trial.js';

const MS = 1000;

export interface HandContext {
  campaign: string;
  campaignDir: string;
  source_commit: string | null;
  clock: Clock;
}

/**
 * Makes an attempt of what a person attached, one session after the other. It is valid: the person attests the resets, and a
 * session that did not happen as it should is not attached, or corrected.
 * @throws HarnessError where the evidence cannot be kept
 */
export async function handAttempt(trial: HandTrial, attempt: number, sessions: readonly AttachedSession[], { campaign, campaignDir, source_commit, clock }: HandContext): Promise<{ record: AttemptRecord; evidence: string }> {
  const started_at = timestamp(clock);
  const began = clock.monotonic();
  const store = await AttemptStore.create(campaignDir, trial.id, attempt);
  const trace = await store.stream('trace.jsonl');
  const recorder = new Recorder({ out: trace, clock, parse: () => [] });
  await store.refer('prompt', promptSha256(trial.prompt));
  let answer = '';
  for (const attached of sessions) answer = await keepSession(trial, attached, store, recorder);
  await store.write('answer.txt', answer);
  const { normalized, quote_characters } = await keepScore(trial, answer, store);
  const { configuration, manual } = trial;
  const record: AttemptRecord = {
    campaign, trial: trial.id, attempt, configuration: configuration.id, agent: 'manual', agent_version: `${manual.product} ${manual.version}`, mode: trial.mode,
    scenario: trial.selected.scenario, task: trial.task, category: null, profile: trial.profile, run: trial.run,
    model_id: manual.model ?? manual.product, provider: manual.product, observed_model: null, wire_witness: null, credential_inside: false, source_commit,
    prompt_sha256: promptSha256(trial.prompt), started_at, ended_at: timestamp(clock), duration_ms: clock.monotonic() - began, timings: {},
    ended: 'by-hand', valid: true, signals: [], exit: null, sandbox: { kind: 'none', isolation: 'none', image: null, image_digest: null },
    // What nobody saw is not "none".
    initial_state: null, undeclared: [], canaries: [], session_ids: [], tool_calls: null, files_changed: null, unparsed: 0, witnesses: null, spent: null, input_tokens: null, output_tokens: null,
    normalized, quote_characters, latency_seconds: latencyOf(sessions), adaptations: adaptationsIn(trial.mode).map(({ id }) => id),
  };
  await store.write('attempt.json', pretty(record));
  return { record, evidence: await store.seal() };
}

/** Keeps one session and gives its response as text. A byte that is not UTF-8 costs nothing else; the bytes are in the material. */
async function keepSession(trial: HandTrial, attached: AttachedSession, store: AttemptStore, recorder: Recorder): Promise<string> {
  const { session, by, at, response, evidence, resets, corrects, latency_seconds } = attached;
  const dir = sessionDir(session);
  const bytes = await store.material.get(response);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  recorder.record({ session, source: 'harness', type: 'session.start', time: at });
  for (const [index, prompt] of (trial.sessions[session - 1]?.turns ?? []).entries()) {
    await store.write(promptFile(session, index + 1), prompt);
    recorder.record({ session, source: 'harness', type: 'prompt', time: at, id: `turn-${String(index + 1)}`, result: prompt });
  }
  recorder.record({ session, source: 'harness', type: 'message', time: at, name: 'attached', result: text });
  recorder.record({ session, source: 'harness', type: 'session.end', time: at, result: 'by-hand', ...(latency_seconds !== null && { duration_ms: latency_seconds * MS }) });
  await recorder.endSession(session);
  await store.write(`${dir}/response`, bytes);
  await store.write(`${dir}/attached.json`, pretty({ session, by, at, response, evidence, latency_seconds, corrects }));
  await store.write(`${dir}/attested-reset.json`, pretty({ proof: 'attested', by, at, classes: resets }));
  for (const { name, sha256 } of evidence) await store.refer(`evidence of session ${String(session)}: ${name}`, sha256);
  return text;
}

/** Of all sessions together; null where it was not told for each. */
const latencyOf = (sessions: readonly AttachedSession[]): number | null =>
  sessions.reduce<number | null>((sum, { latency_seconds }) => (sum === null || latency_seconds === null ? null : sum + latency_seconds), 0);
