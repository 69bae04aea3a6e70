import type { JSX } from 'preact';
import { summaryLines } from '../../campaign/summary-text.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { forgottenRows } from '../model/forgotten.js';
import { renderPage } from '../page/page.js';
import { Text } from '../page/text.js';
import { Categories } from './categories.js';
import { Configurations } from './configurations.js';
import { Controls } from './controls.js';
import { Figures } from './figures.js';
import { Forgotten } from './forgotten.js';
import { Pins } from './pins.js';
import { StandingOf } from './standing.js';
import { Trials } from './trials.js';

/** index.html: who forgot what, and where to look further. */
export function overviewPage(campaign: ReportedCampaign, plots: JSX.Element | null, live = false): string {
  const { summary, rows, finished } = campaign;
  return renderPage({
    title: `${summary.campaign} – report`,
    crumbs: [{ text: summary.campaign }],
    places: [
      ...(summary.points.length > 0 ? [['categories', 'Categories'] as const] : []),
      ['runs', 'Runs'], ['forgotten', 'Who forgot what'], ...(plots ? [['plots', 'Plots'] as const] : []), ['trials', 'Trials'], ['figures', 'Figures'],
      ...(summary.controls.length > 0 ? [['controls', 'Controls'] as const] : []), ['pins', 'Lock and pins'],
    ],
    scripts: ['filters', 'anchors'],
    pending: campaign.summary.publication === 'pending',
    live,
    main: (
      <>
        <h1>{summary.campaign}</h1>
        <StandingOf campaign={campaign} />
        <Notes lines={summaryLines(summary).filter((line) => !line.startsWith('Waiting for a person:'))} />
        {summary.points.length > 0 && <Categories summary={summary} />}
        <Configurations summary={summary} rows={rows} />
        <Forgotten rows={forgottenRows(campaign)} counting={campaign.on.results.length} finished={finished} />
        {plots && <section id="plots" aria-labelledby="plots-title"><h2 id="plots-title">Plots</h2>{plots}</section>}
        <Trials rows={rows} />
        <Figures summary={summary} />
        {summary.controls.length > 0 && <Controls rows={summary.controls} />}
        <Pins campaign={campaign} />
      </>
    ),
  });
}

/** What is to be said of the whole campaign; what must not be overlooked stands out. Lines that begin with `- ` belong to the one before. */
function Notes({ lines }: { lines: readonly string[] }): JSX.Element {
  const isLoud = (line: string): boolean => /^[A-Z]{4,}|^Deviations|^Taken back|^Given up|^0 of|OPEN/.test(line);
  const groups: string[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group && line.startsWith('- ')) group.push(line.slice(2));
    else groups.push([line]);
  }
  return <ul class="notes">{groups.map(([line = '', ...below]) => <li class={isLoud(line) ? 'loud' : undefined}><Text>{line}</Text>{below.length > 0 && <ul>{below.map((one) => <li><Text>{one}</Text></li>)}</ul>}</li>)}</ul>;
}
