import { attachedSessions } from '../../campaign/by-hand/attached.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import { rowKey } from '../../campaign/trial-id.js';
import { attemptPath } from '../../evidence/layout.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { caseOf } from '../model/sources.js';
import { comparePage, INDEX, taskPage } from '../page/addresses.js';
import { Command } from '../page/command.js';
import { renderPage } from '../page/page.js';
import { Runs, Tag, toneOf } from '../page/parts.js';
import { Text } from '../page/text.js';
import { Answer } from './answer.js';
import { Changes } from './changes.js';
import { DeliveryOf } from './delivery.js';
import { Resets } from './resets.js';
import { Timeline } from './timeline.js';
import { Validity } from './validity.js';

const ROOT = '../';

/** What a trial's page shows beside its own evidence. */
export interface TrialContext {
  campaign: ReportedCampaign;
  /** Of a task of a battery: what it gave to each check. */
  given: ReadonlyMap<string, string>;
  /** Its other attempts that can be looked at, and their pages. */
  attempts: readonly { attempt: number; href: string }[];
  /** Trials that it is compared with. */
  compared: readonly (readonly [a: string, b: string])[];
  live?: boolean;
}

/** A trial's page: everything of one attempt. */
export function trialPageOf(shown: ShownTrial, { campaign, given, attempts, compared, live = false }: TrialContext): string {
  const { trial, attempt } = shown;
  const row = campaign.byId.get(trial);
  const evidence = attemptPath(trial, attempt);
  const siblings = campaign.rows.filter((one) => row && rowKey(one) === rowKey(row)).toSorted((a, b) => a.run - b.run);
  const counts = row?.state === 'valid' && campaign.on.results.some((line) => line.trial === trial && line.attempt === attempt);
  const running = row?.state === 'running' && !shown.record && attempt === shown.attempts;
  return renderPage({
    title: `${trial}${attempts.length > 0 ? `, attempt ${String(attempt)}` : ''} – ${campaign.summary.campaign}`,
    crumbs: [{ text: campaign.summary.campaign, href: ROOT + INDEX }, ...(row ? [{ text: row.task, href: ROOT + taskPage(row.task) }] : []), { text: trial }],
    places: SECTIONS.filter(([id]) => id !== 'delivery' || shown.delivery),
    scripts: ['filters', 'anchors', 'folds', 'zoom', 'copy'],
    pending: campaign.summary.publication === 'pending',
    live,
    main: (
      <>
        <h1>{trial}</h1>
        <p>
          {running ? <Tag tone="info">running</Tag> : row && <Tag tone={counts ? toneOf(row) : 'warn'}>{counts && row.outcome ? (row.outcome.passed ? 'passed' : 'failed') : 'does not count'}</Tag>}{' '}
          {row && !running && (counts || attempt === shown.attempts) ? <Text>{row.verdict === '' ? row.state : row.verdict}</Text> : null}{running && 'What it has done so far; the rest is known when it has ended.'} <span class="quiet">attempt {String(attempt)} of {String(shown.attempts)}, {evidence}</span>
        </p>
        {attempts.length > 0 && <p>Other attempts: {attempts.map((other) => <><a href={other.href}>attempt {String(other.attempt)}</a> </>)}</p>}
        {siblings.length > 1 && <div>Runs: <Runs rows={siblings} root={ROOT} /></div>}
        {compared.length > 0 && <p>Compare with {compared.map(([a, b]) => <><a href={ROOT + comparePage(a, b)}>{a === trial ? b : a}</a> </>)}</p>}
        {shown.record?.adaptations ? <p class="quiet">A person drove it: there is no program to replay.</p> : shown.record && <Command id="replay" verb="replay" campaign={campaign} trials={[trial]} />}
        <Answer shown={shown} running={running} selected={caseOf(campaign, shown)} given={given} evidence={evidence} />
        {shown.delivery && <DeliveryOf delivery={shown.delivery} />}
        <Changes shown={shown} evidence={evidence} />
        <Timeline events={shown.events} evidence={evidence} />
        <Resets shown={shown} attached={[...attachedSessions(campaign.on.entries, trial).values()]} />
        <Validity shown={shown} />
      </>
    ),
  });
}

const SECTIONS = [['answer', 'Answer'], ['delivery', 'What reached the model'], ['changes', 'What it changed'], ['timeline', 'Timeline'], ['reset', 'Reset proof'], ['validity', 'Validity']] as const;
