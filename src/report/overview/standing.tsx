import type { JSX } from 'preact';
import type { ReportedCampaign } from '../model/campaign.js';
import type { Standing } from '../model/standing.js';
import type { TrialRow } from '../model/trial-rows.js';
import { trialPage } from '../page/addresses.js';
import { Command } from '../page/command.js';
import { Tag, type Tone } from '../page/parts.js';
import { count, Text } from '../page/text.js';

const WORDS: Record<Standing['is'], readonly [Tone, string]> = {
  running: ['info', 'running'], finished: ['good', 'finished'], published: ['good', 'published'], waiting: ['warn', 'waits for a person'], interrupted: ['warn', 'interrupted'], left: ['warn', 'not finished, and nobody runs it'],
};
/** Trials that are named. */
const NAMED = 12;

/** How far the campaign is: what runs now, what is to come, and what goes on with it. */
export function StandingOf({ campaign }: { campaign: ReportedCampaign }): JSX.Element {
  const { standing: { is, at, reason }, rows, on, summary: { waiting } } = campaign;
  const [tone, words] = WORDS[is];
  const running = rows.filter(({ state }) => state === 'running');
  const byHand = new Set(waiting);
  const left = rows.filter(({ trial, state }) => ['pending', 'interrupted', 'invalid', 'invalidated'].includes(state) && !byHand.has(trial));
  const begun = new Map(on.entries.flatMap((entry) => (entry.type === 'attempt.started' ? [[entry.trial, entry] as const] : [])));
  return (
    <div id="standing">
      <p><Tag tone={tone}>{words}</Tag>{at !== undefined && <> {is === 'running' || is === 'left' ? 'last entry' : 'since'} {at}</>}{reason !== undefined && <>: <Text>{reason}</Text></>}.{running.length + left.length > 0 && <> {running.length > 0 && `${count(running.length)} ${running.length === 1 ? 'trial runs' : 'trials run'} now, `}{count(left.length)} to come.</>}</p>
      {running.length > 0 && <ul>{running.slice(0, NAMED).map(({ trial, attempts }) => <li><a href={trialPage(trial)}>{trial}</a> <span class="quiet">attempt {String(attempts)}, since {begun.get(trial)?.time}</span></li>)}</ul>}
      {(is === 'interrupted' || is === 'left') && left.length > 0 && <p class="quiet"><code>run</code> with the same manifest and this folder as <code>--out</code> goes on with what is left; nothing that is finished is repeated.</p>}
      {waiting.length > 0 && <ByHand campaign={campaign} waiting={rows.filter(({ trial }) => byHand.has(trial))} />}
    </div>
  );
}

/** What a person is to do: `prepare` says it trial by trial. */
const ByHand = ({ campaign, waiting }: { campaign: ReportedCampaign; waiting: readonly TrialRow[] }): JSX.Element => (
  <>
    <p>{count(waiting.length)} {waiting.length === 1 ? 'trial waits' : 'trials wait'} for a person: {waiting.slice(0, NAMED).map(({ trial }, at) => <>{at > 0 && ', '}<code>{trial}</code></>)}{waiting.length > NAMED && ' and more'}. What to reset, upload and enter:</p>
    <Command id="prepare" verb="prepare" campaign={campaign} trials={waiting.slice(0, 1).map(({ trial }) => trial)} />
  </>
);
