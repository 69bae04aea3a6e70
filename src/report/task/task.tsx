import type { JSX } from 'preact';
import type { ReportedCampaign } from '../model/campaign.js';
import { comparePage, INDEX } from '../page/addresses.js';
import { renderPage } from '../page/page.js';
import { Runs, shortOutcome, Tag, toneOf } from '../page/parts.js';
import { allAgree, comparedRuns, type ComparedRuns } from './compared-runs.js';
import type { RunDetail } from './run-details.js';
import { Agreeing, Differing, Shared } from './side.js';

const ROOT = '../';

/** A task's page: of each profile and configuration the runs beside each other; those that differ first, what agrees on one line. */
export function taskPageOf(task: string, campaign: ReportedCampaign, details: ReadonlyMap<string, RunDetail>, pairs: readonly (readonly [string, string])[], live = false): string {
  const rows = campaign.rows.filter((row) => row.task === task);
  const configurations = [...new Set(rows.map(({ configuration }) => configuration))].sort();
  const profiles = [...new Set(rows.map(({ profile }) => profile))].sort().map((profile) => ({
    profile,
    sides: configurations.map((configuration) => comparedRuns(configuration, rows.filter((row) => row.profile === profile && row.configuration === configuration), details)).filter((side) => side.rows.length + side.others.length > 0),
  }));
  const own = pairs.filter(([a, b]) => campaign.byId.get(a)?.task === task && campaign.byId.get(b)?.task === task);
  const category = rows.find((row) => row.category !== null)?.category;
  return renderPage({
    title: `${task} – ${campaign.summary.campaign}`,
    crumbs: [{ text: campaign.summary.campaign, href: ROOT + INDEX }, { text: task }],
    places: [...profiles.map(({ profile }) => [profile, profile] as const), ...(own.length > 0 ? [['compared', 'Compared trials'] as const] : [])],
    scripts: ['anchors', 'folds'],
    pending: campaign.summary.publication === 'pending',
    live,
    main: (
      <>
        <h1>{task}{category ? <span class="quiet"> {category}</span> : null}</h1>
        <Where profiles={profiles} />
        {profiles.map((one) => <Profile {...one} />)}
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

interface Sides {
  profile: string;
  sides: readonly ComparedRuns[];
}

const foldOf = (profile: string, { configuration }: ComparedRuns): string => `${profile}.${configuration}`;

/** Where to look: what does not come out the same every time. */
function Where({ profiles }: { profiles: readonly Sides[] }): JSX.Element {
  const differing = profiles.flatMap(({ profile, sides }) => sides.filter(({ agree }) => !agree).map((side) => ({ profile, side })));
  const counted = profiles.flatMap(({ sides }) => sides).reduce((sum, { rows }) => sum + rows.length, 0);
  if (counted === 0) return <p class="quiet">No run counts yet.</p>;
  if (differing.length === 0) return <p>In each configuration and profile all runs agree: {String(counted)} runs.</p>;
  return (
    <ul class="notes">
      {differing.map(({ profile, side }) => <li class="loud"><a href={`#${foldOf(profile, side)}`}>{side.configuration} under {profile}</a>: runs differ <Runs rows={side.rows} root={ROOT} /></li>)}
    </ul>
  );
}

function Profile({ profile, sides }: Sides): JSX.Element {
  const [first] = sides;
  const [row] = first?.rows ?? [];
  return (
    <section id={profile} aria-labelledby={`${profile}-title`}>
      <h2 id={`${profile}-title`}>{profile}</h2>
      {first && row && allAgree(sides) ? (
        <details data-fold={profile}>
          <summary><Tag tone={toneOf(row)}>{shortOutcome(row)}</Tag> all {String(sides.reduce((sum, { rows }) => sum + rows.length, 0))} runs of {String(sides.length)} configurations agree</summary>
          {sides.map(({ configuration, rows }) => <p>{configuration}: <Runs rows={rows} root={ROOT} /></p>)}
          <Shared points={first.points} label={`${profile}, what all runs gave`} />
        </details>
      ) : (
        <>
          {sides.filter(({ agree }) => !agree).map((side) => <Differing side={side} fold={foldOf(profile, side)} />)}
          {sides.filter(({ agree }) => agree).map((side) => <Agreeing side={side} fold={foldOf(profile, side)} />)}
        </>
      )}
    </section>
  );
}
