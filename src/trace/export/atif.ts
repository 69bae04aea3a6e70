import { HarnessError } from '../../common/errors.js';
import type { TraceEvent } from '../events.js';
import { ATIF_VERSION, atifTrajectory, type AtifTrajectory } from './atif-schema.js';
import { stepsOf } from './atif-steps.js';
import { exchangesOf, isReply } from './exchanges.js';
import { sumTokens, usageTokens, wireTokens } from './tokens.js';

/** What an export says of an attempt beyond its trace. */
export interface AttemptFacts {
  /** `<campaign>/<trial>/attempt-<n>`. */
  id: string;
  agent: { name: string; version: string; model: string | undefined };
  cost_usd: number | undefined;
  /** Ours: validity, initial state, file changes, exit codes, score. JSON. */
  extra: Record<string, unknown>;
}

/**
 * The trajectories of an attempt in ATIF v1.7, one for each session that has a step. Checked before they are given back.
 * @throws HarnessError CLEANSLATE_ATIF where what was made is not valid: then this program is at fault
 */
export function atifOf(events: readonly TraceEvent[], facts: AttemptFacts): AtifTrajectory[] {
  const sessions = [...new Set(events.map(({ session }) => session))].sort((a, b) => a - b);
  const exchanges = exchangesOf(events);
  return sessions.flatMap((session) => {
    const own = events.filter((event) => event.session === session);
    const steps = stepsOf(own, exchanges.filter((exchange) => exchange.session === session));
    if (steps.length === 0) return [];
    const replies = exchanges.filter((exchange) => exchange.session === session && isReply(exchange));
    const usage = own.filter(({ type, source }) => type === 'usage' && source === 'agent').map(usageTokens);
    const { input, output, cached } = sumTokens(usage.length > 0 ? usage : replies.flatMap(({ response }) => (response ? [wireTokens(response)] : [])));
    const { name, version, model } = facts.agent;
    const conversation = own.find(({ type, source, id }) => type === 'session.start' && source === 'agent' && id !== undefined)?.id;
    return [check({
      schema_version: ATIF_VERSION,
      session_id: conversation ?? `${facts.id}/session-${String(session)}`,
      trajectory_id: `${facts.id}/session-${String(session)}`,
      agent: { name, version, ...(model !== undefined && { model_name: model }) },
      steps,
      final_metrics: {
        ...(input !== undefined && { total_prompt_tokens: input }),
        ...(output !== undefined && { total_completion_tokens: output }),
        ...(cached !== undefined && { total_cached_tokens: cached }),
        // The gateway counts money for the attempt, so that it can be said of its only session.
        ...(facts.cost_usd !== undefined && sessions.length === 1 && { total_cost_usd: facts.cost_usd }),
        total_steps: steps.length,
      },
      extra: { ...facts.extra, session, unparsed_lines: own.filter(({ type }) => type === 'unparsed').length },
    })];
  });
}

function check(trajectory: AtifTrajectory): AtifTrajectory {
  const checked = atifTrajectory.safeParse(trajectory);
  if (checked.success) return trajectory;
  const issue = checked.error.issues[0];
  throw new HarnessError('CLEANSLATE_ATIF', `is not a valid trajectory: ${(issue?.path ?? []).join('.')} ${issue?.message ?? ''}`, { where: trajectory.trajectory_id ?? 'export' });
}
