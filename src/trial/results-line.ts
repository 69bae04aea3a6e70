import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptDir } from '../evidence/layout.js';
import { isChecklist, trialScoreSchema } from '../scoring/index.js';
import { readAttemptRecord } from './attempt-record.js';

const MS = 1000;

/**
 * A valid attempt's line of results.jsonl, without its newline: the fields of `record`, then what a campaign adds
 * (contract, "A campaign on disk"). Made from sealed files alone, so that it is the same bytes whenever it is made.
 */
export async function resultsLine(campaignDir: string, trial: string, attempt: number): Promise<string> {
  const record = await readAttemptRecord(campaignDir, trial, attempt);
  const file = async (name: string): Promise<string> => readFile(join(attemptDir(campaignDir, trial, attempt), name), 'utf8');
  const raw_response = await file('answer.txt').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const score = trialScoreSchema.parse(JSON.parse(await file('score.json')));
  return JSON.stringify({
    scenario: record.scenario,
    profile: record.profile,
    model_id: record.model_id,
    provider: record.provider,
    trial_index: record.run,
    prompt_sha256: record.prompt_sha256,
    raw_response,
    score,
    latency_seconds: record.latency_seconds === undefined ? (record.exit?.duration_ms ?? 0) / MS : record.latency_seconds,
    input_tokens: record.input_tokens,
    output_tokens: record.output_tokens,
    mode: record.mode,
    campaign: record.campaign,
    trial,
    attempt,
    configuration: record.configuration,
    agent: record.agent,
    agent_version: record.agent_version,
    session_ids: record.session_ids,
    source_commit: record.source_commit,
    task: record.task,
    category: record.category,
    run: record.run,
    points: isChecklist(score) ? score.points : null,
    initial_state: record.initial_state,
    quote_characters: record.quote_characters,
    normalized: record.normalized,
    duration_ms: record.duration_ms,
    tool_calls: record.tool_calls,
    files_changed: record.files_changed,
    // Only where it is so: what others say must not change.
    ...(record.wire_witness === 'absent' && { wire_witness: record.wire_witness }),
    ...(record.credential_inside && { credential_inside: true }),
    ...(record.adaptations && { adaptations: record.adaptations }),
  });
}
