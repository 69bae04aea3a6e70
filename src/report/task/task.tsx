import type { JSX } from 'preact';
import type { ReportedCampaign } from '../model/campaign.js';
import type { TrialRow } from '../model/trial-rows.js';
import { comparePage, INDEX, trialPage } from '../page/addresses.js';
import { renderPage } from '../page/page.js';
import { shortOutcome, Table, Tag, toneOf } from '../page/parts.js';
import { Text } from '../page/text.js';
import type { RunDetail } from './run-details.js';

const ROOT = '../';

/** A task's page: of each profile and configuration the runs beside each other, question by question or check by check. */
export function taskPageOf(task: string, campaign: ReportedCampaign, details: ReadonlyMap<string, RunDetail>, pairs: readonly (readonly [string, string])[], live = false): string {
  const rows = campaign.rows.filter((row) => row.task === task);
  const profiles = [...new Set(rows.map(({ profile }) => profile))].sort();
  const configurations = [...new Set(rows.map(({ configuration }) => configuration))].sort();
  const own = pairs.filter(([a, b]) => campaign.byId.get(a)?.task === task && campaign.byId.get(b)?.task === task);
  return renderPage({
    title: `${task} – ${campaign.summary.campaign}`,
    root: ROOT,
    crumbs: [{ text: campaign.summary.campaign, href: ROOT + INDEX }, { text: task }],
    scripts: ['anchors'],
    live,
    main: (
      <>
        <h1>{task}</h1>
        <ul class="jump">{profiles.map((profile) => <li><a href={`#${profile}`}>{profile}</a></li>)}</ul>
        {profiles.map((profile) => (
          <section id={profile} aria-labelledby={`${profile}-title`}>
            <h2 id={`${profile}-title`}>{profile}</h2>
            {configurations.map((configuration) => <Side configuration={configuration} rows={rows.filter((row) => row.profile === profile && row.configuration === configuration).toSorted((a, b) => a.run - b.run)} details={details} />)}
          </section>
        ))}
        {own.length > 0 && (
          <section id="compared" aria-labelledby="compared-title">
            <h2 id="compared-title">Compared trials</h2>
            <ul>{own.map(([a, b]) => <li><a href={ROOT + comparePage(a, b)}>{a} and {b}</a></li>)}</ul>
          </section>
        )}
      </>
    ),
  });
}

/** One configuration: a column for each run, a row for each question or check; rows in which runs differ say so. */
function Side({ configuration, rows, details }: { configuration: string; rows: readonly TrialRow[]; details: ReadonlyMap<string, RunDetail> }): JSX.Element | null {
  if (rows.length === 0) return null;
  const points = [...new Set(rows.flatMap((row) => [...(details.get(row.trial)?.keys() ?? [])]))];
  return (
    <>
      <h3>{configuration}</h3>
      <Table label={`${configuration}, run by run`} head={['', ...rows.map((row) => (row.attempts === 0 ? <>run {String(row.run)}</> : <a href={ROOT + trialPage(row.trial)}>run {String(row.run)}</a>))]}>
        <tr><th scope="row">Outcome</th>{rows.map((row) => <td><Tag tone={toneOf(row)}>{row.attempts === 0 ? row.state : shortOutcome(row)}</Tag></td>)}</tr>
        <tr><th scope="row">Stages</th>{rows.map((row) => <td>{row.stages.join(', ')}</td>)}</tr>
        {points.map((point) => {
          const cells = rows.map((row) => details.get(row.trial)?.get(point));
          const differs = new Set(cells.map((cell) => (cell ? `${cell.text}|${String(cell.right)}` : ''))).size > 1;
          return (
            <tr class={differs ? 'differs' : undefined}>
              <th scope="row">{point}</th>
              {cells.map((cell) => <td>{cell ? <><Tag tone={cell.right ? 'good' : 'bad'}>{cell.right ? 'right' : 'wrong'}</Tag> <Text>{cell.text}</Text></> : <span class="quiet">–</span>}</td>)}
            </tr>
          );
        })}
      </Table>
    </>
  );
}
