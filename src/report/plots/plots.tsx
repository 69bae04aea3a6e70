import type { JSX } from 'preact';
import type { ReportedCampaign } from '../model/campaign.js';
import { pointsByCategory } from './categories.js';
import { againstContext } from './context.js';
import { durations } from './durations.js';
import { passing } from './passing.js';
import { stagesOfFailures } from './stages.js';

/** One drawing, and what is to be known to read it. */
export interface Drawing {
  svg: string;
  caption: string;
}

/** The plots of a campaign that has anything to plot: each shows what its table cannot show as well. */
export function plotsOf(campaign: ReportedCampaign): JSX.Element | null {
  const drawings = [pointsByCategory, passing, stagesOfFailures, againstContext, durations].flatMap((make) => make(campaign) ?? []);
  if (drawings.length === 0) return null;
  return <div class="plots">{drawings.map(({ svg, caption }) => <figure><div class="scroll" role="region" aria-label={caption} tabIndex={0} dangerouslySetInnerHTML={{ __html: svg }} /><figcaption>{caption}</figcaption></figure>)}</div>;
}
