import type { JSX } from 'preact';
import type { ComparedTrials } from '../../campaign/compare-trials.js';
import { maskLines, titled } from '../../campaign/comparison-text.js';
import type { ShownTrial } from '../../campaign/read-trial.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { INDEX, taskPage, trialPage } from '../page/addresses.js';
import { Command } from '../page/command.js';
import { renderPage } from '../page/page.js';
import { Digest, Table, Tag, toneOf } from '../page/parts.js';
import { count, Text } from '../page/text.js';
import { SideAnswers } from './answers.js';
import { FirstDifference } from './first-difference.js';
import { stepsOfBoth } from './parting.js';
import { StepsBeside } from './steps-beside.js';

const ROOT = '../';
/** Differences that are listed; `compare --all` prints all of them. */
const LISTED = 300;

/** Two trials beside each other, the first difference marked. */
export function comparePageOf(compared: ComparedTrials, [a, b]: readonly [ShownTrial, ShownTrial], campaign: ReportedCampaign, live = false): string {
  const { divergences } = compared;
  const [first] = divergences;
  const steps = stepsOfBoth(a, b, divergences);
  const task = campaign.byId.get(a.trial)?.task ?? '';
  return renderPage({
    title: `${a.trial} and ${b.trial} – ${campaign.summary.campaign}`,
    crumbs: [{ text: campaign.summary.campaign, href: ROOT + INDEX }, { text: task, href: ROOT + taskPage(task) }, { text: 'compare' }],
    places: [['first', 'First difference'], ['steps', 'Steps'], ['answers', 'Answers'], ...(divergences.length > 1 ? [['differences', 'All differences'] as const] : [])],
    scripts: ['anchors', 'folds', 'copy'],
    pending: campaign.summary.publication === 'pending',
    live,
    main: (
      <>
        <h1>Two trials compared</h1>
        <div class="sides">{([['a', a], ['b', b]] as const).map(([name, side]) => <Side name={name} shown={side} state={compared[name].initial_state} campaign={campaign} />)}</div>
        <Command id="compare" verb="compare" campaign={campaign} trials={[a.trial, b.trial]} />
        <FirstDifference first={first} a={a} b={b} steps={steps} />
        <StepsBeside a={a} b={b} steps={steps} />
        <SideAnswers a={a} b={b} />
        {divergences.length > 1 && <All of={divergences} />}
        <Masked compared={compared} />
      </>
    ),
  });
}

function Side({ name, shown: { trial, attempt, record }, state, campaign }: { name: string; shown: ShownTrial; state: string | null; campaign: ReportedCampaign }): JSX.Element {
  const row = campaign.byId.get(trial);
  return (
    <div>
      <h2>{name}: <a href={ROOT + trialPage(trial)}>{trial}</a></h2>
      <p>{row && <><Tag tone={toneOf(row)}>{row.outcome ? (row.outcome.passed ? 'passed' : 'failed') : row.state}</Tag> <Text>{row.verdict}</Text></>} <span class="quiet">attempt {String(attempt)}, {record?.ended ?? 'no end'}; began from </span><Digest of={state} /></p>
    </div>
  );
}

const All = ({ of }: { of: readonly Divergence[] }): JSX.Element => (
  <section id="differences" aria-labelledby="differences-title">
    <h2 id="differences-title">All differences</h2>
    <Table label="All differences" head={['Where', 'a', 'b']} wide>
      {of.slice(0, LISTED).map((one) => <tr><th scope="row"><Text>{titled(one)}</Text></th><td><One of={one.a} /></td><td><One of={one.b} /></td></tr>)}
    </Table>
    {of.length > LISTED && <p class="cut">{count(LISTED)} of {count(of.length)} are listed; the command above has all of them with --all.</p>}
  </section>
);

const One = ({ of }: { of: string | null }): JSX.Element => (of === null ? <span class="quiet">nothing</span> : <code><Text>{of}</Text></code>);

function Masked({ compared }: { compared: ComparedTrials }): JSX.Element | null {
  const lines = maskLines(compared);
  return lines.length === 0 ? null : <details><summary>What differs by nature, and was not compared</summary><ul>{lines.map((line) => <li><Text>{line}</Text></li>)}</ul></details>;
}
