import type { Clock } from '../../common/clock.js';
import type { JournalBody } from '../../evidence/journal.js';
import { claimedJournal } from '../claimed-journal.js';
import { readCampaign, type CampaignOnDisk } from '../read-campaign.js';

/**
 * An evaluator's act: read, decided and appended while nobody else writes to the campaign.
 * @param decide gives what goes on the journal, or throws a UserError, and then nothing does
 * @throws UserError also where this is no campaign, or a harness runs it now
 */
export async function act(dir: string, clock: Clock, decide: (on: CampaignOnDisk) => JournalBody): Promise<JournalBody> {
  await readCampaign(dir); // Nothing is made where there is no campaign.
  return claimedJournal(dir, clock, async (journal) => {
    const body = decide(await readCampaign(dir));
    await journal.append(body);
    return body;
  });
}
