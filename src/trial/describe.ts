import type { CleanslateError } from '../common/errors.js';
import { promptSha256 } from '../scenario/prepare.js';
import { sessionRecord, type AttemptRecord } from './attempt-record.js';
import type { AttemptContext } from './context.js';
import type { PlantedCanary } from './reset/plant.js';
import { lastOf, type Invalid, type Planned, type Scored } from './states.js';
import type { Stopwatch } from './stopwatch.js';
import { endedBy } from './validity.js';

/** Longest list of undeclared paths: reset.json of the session that follows has more. */
const UNDECLARED = 100;

/** The last state that an attempt reached. */
export interface Progress {
  /** Of the first session. */
  initial_state?: string;
  /** What was left in the sandboxes before they were destroyed. */
  canaries?: readonly PlantedCanary[];
  ended?: Invalid | Scored;
}

/** When an attempt ran, and how long its phases took. */
export interface Times {
  started_at: string;
  ended_at: string;
  watch: Stopwatch;
}

/** attempt.json of an attempt that ended, by the last state that it reached and the fault that ended it, if one did. */
export function describe(planned: Planned, context: AttemptContext, { initial_state, canaries = [], ended }: Progress, fault: CleanslateError | undefined, times: Times): AttemptRecord {
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
    mode: trial.mode,
    scenario: trial.about.kind === 'scenario' ? trial.about.selected.scenario : null,
    task: trial.task,
    category: trial.about.kind === 'battery' ? trial.about.task.category : null,
    profile: trial.profile,
    run: trial.run,
    model_id: configuration.model?.label ?? adapter.id,
    provider: trial.provider ?? 'none',
    observed_model: ended?.wire?.observed.join(', ') || null,
    wire_witness: ended?.wire?.witness ?? null,
    credential_inside: trial.provider !== null && context.models?.providers.get(trial.provider)?.inside !== undefined,
    source_commit: context.source_commit,
    prompt_sha256: promptSha256(trial.prompt),
    started_at: times.started_at,
    ended_at: times.ended_at,
    duration_ms: times.watch.total_ms,
    timings: times.watch.timings,
    ended: ended ? endedBy(ended) : 'harness-error',
    valid: scored !== undefined,
    signals: [...signals],
    exit: ended ? lastOf(ended).exit : null,
    sandbox: { kind: context.provider.kind, isolation: context.provider.isolation, image: context.image.digest === null ? null : context.image.reference, image_digest: context.image.digest },
    initial_state: initial_state ?? null,
    undeclared: ended?.sessions.flatMap(({ undeclared }) => undeclared).slice(0, UNDECLARED) ?? [],
    canaries: [...canaries],
    session_ids: [...(ended?.session_ids ?? [])],
    tool_calls: ended?.counts.tool_calls ?? 0,
    unparsed: ended?.counts.unparsed ?? 0,
    witnesses: ended?.witnesses ?? null,
    files_changed: ended ? filesChanged(ended.sessions) : 0,
    ...(ended && { processes: ended.sessions.map(({ session, sandbox }) => ({ session, left: 0 as const, seen_by: sandbox.processes })) }),
    ...(trial.sessions.length > 1 && { sessions: ended?.sessions.map(sessionRecord) ?? [] }),
    spent: ended?.wire?.spent ?? null,
    input_tokens: ended?.counts.input_tokens ?? ended?.wire?.tokens.input ?? null,
    output_tokens: ended?.counts.output_tokens ?? ended?.wire?.tokens.output ?? null,
    normalized: scored?.normalized ?? null,
    quote_characters: scored?.quote_characters ?? null,
  };
}

/** Over all sessions; null where those of one could not be seen. */
const filesChanged = (sessions: Invalid['sessions']): number | null =>
  sessions.reduce<number | null>((sum, { files_changed }) => (sum === null || files_changed === null ? null : sum + files_changed), 0);
