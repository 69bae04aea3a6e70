import type { AttemptFacts } from '../../trace/export/atif.js';
import type { SpanFacts } from '../../trace/export/otel.js';
import { isChecklist } from '../../scoring/index.js';
import { publicationOf } from '../closed.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import type { ShownTrial } from '../read-trial.js';
import { decisive } from '../../trial/validity.js';
import { partsOf } from '../trial-id.js';

const idOf = ({ campaign }: CampaignOnDisk, { trial, attempt }: ShownTrial): string => `${campaign.campaign}/${trial}/attempt-${String(attempt)}`;

/** An attempt that was interrupted has no record: then its campaign knows what it was to be. */
function agentOf({ campaign }: CampaignOnDisk, { record, trial }: ShownTrial): AttemptFacts['agent'] {
  if (record) return { name: record.agent, version: record.agent_version, model: record.observed_model ?? record.model_id };
  const id = partsOf(trial).configuration;
  const agent = campaign.agents[id];
  return { name: agent?.id ?? id, version: agent?.version ?? 'unknown', model: campaign.manifest.configurations.find((one) => one.id === id)?.model?.label };
}

/** What a trajectory says of an attempt beyond its steps. */
export function atifFacts(on: CampaignOnDisk, shown: ShownTrial): AttemptFacts {
  const { record, score, interrupted } = shown;
  const { configuration, scenario, task, profile, run, valid = false, ended = 'interrupted', signals = [], exit = null, initial_state = null, sandbox = null, witnesses = null, provider = null } = record ?? {};
  const changes = Object.entries(shown.changes).flatMap(([root, list]) => list.map(({ kind, path, from }) => ({ root, kind, path, ...(from !== undefined && { from }) })));
  return {
    id: idOf(on, shown),
    agent: agentOf(on, shown),
    // Without prices nothing is counted, and nothing is no figure.
    cost_usd: record?.spent?.cost_usd || undefined,
    extra: {
      campaign: on.campaign.campaign, trial: shown.trial, attempt: shown.attempt, configuration, scenario, task, profile, run, provider,
      valid, ended, signals, exit, initial_state, sandbox, witnesses, files_changed: changes,
      ...(publicationOf(on) === 'pending' && { publication: 'results pending' }),
      ...(score && isChecklist(score) && { score }),
      ...(score && !isChecklist(score) && { score: { questions: score.questions, format_failure: score.format_failure, ...(score.format_failure === null && { grounded_correct: score.grounded_correct }) } }),
      ...(shown.adjudication && { adjudication: { scored: shown.adjudication.scored, counts: shown.adjudication.points, open: shown.adjudication.open } }),
      ...(interrupted !== undefined && { interrupted }),
    },
  };
}

/** What spans say of an attempt beyond its trace. */
export function spanFacts(on: CampaignOnDisk, shown: ShownTrial): SpanFacts {
  const { record, score, interrupted, trial, attempt } = shown;
  const cause = record && decisive(record.signals);
  const failed = !record ? { type: 'interrupted', message: interrupted ?? 'interrupted' } : record.valid ? undefined : { type: cause?.kind ?? record.ended, message: cause?.message ?? record.ended };
  return {
    id: idOf(on, shown),
    agent: { ...agentOf(on, shown), model: record?.model_id },
    provider: record?.provider ?? 'none',
    failure: failed,
    attempt: {
      ...(publicationOf(on) === 'pending' && { publication: 'results pending' }),
      campaign: on.campaign.campaign, trial, attempt, configuration: record?.configuration, scenario: record?.scenario, task: record?.task, profile: record?.profile, run: record?.run,
      valid: record?.valid ?? false, ended: record?.ended ?? 'interrupted', initial_state: record?.initial_state, exit_code: record?.exit?.code, files_changed: record?.files_changed,
      unparsed: record?.unparsed, witnesses: record?.witnesses?.status, ...(score && isChecklist(score) ? { points: score.points, points_counted: record?.valid ? (shown.adjudication?.points ?? score.points) : undefined } : { questions: score?.questions, grounded_correct: score?.format_failure === null ? score.grounded_correct : undefined, format_failure: score?.format_failure }),
    },
  };
}
