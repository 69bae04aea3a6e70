import type { JSX } from 'preact';
import { shellWord } from '../../common/shell-word.js';
import type { ReportedCampaign } from '../model/campaign.js';
import { FileName } from './text.js';

/** A command to copy, as the program was called when the page was written, and where it works. */
export const Command = ({ id, verb, campaign: { named, program }, trials }: { id: string; verb: string; campaign: Pick<ReportedCampaign, 'named' | 'program'>; trials: readonly string[] }): JSX.Element => (
  <>
    <p class="command"><code id={id}>{program} {verb} {shellWord(named)} {trials.join(' ')}</code> <button type="button" data-copy={id} hidden>Copy</button></p>
    <p class="quiet">In the folder in which this report was made; elsewhere with the campaign’s folder (it holds <code>campaign.json</code>) in place of <code><FileName>{named}</FileName></code>.</p>
  </>
);
