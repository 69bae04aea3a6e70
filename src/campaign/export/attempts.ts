import picomatch from 'picomatch';
import { UserError } from '../../common/errors.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { readTrial, type ShownTrial } from '../read-trial.js';
import { readSlots } from '../slots.js';

/** The trials whose id matches, in the order in which they start. @throws UserError where none does */
export function chosenTrials({ campaign }: CampaignOnDisk, only: string | undefined): string[] {
  const matches = only === undefined ? () => true : picomatch(only);
  const chosen = campaign.trials.filter((id) => matches(id));
  if (chosen.length > 0) return chosen;
  throw new UserError('CLEANSLATE_ONLY_NOTHING', `no trial matches ${JSON.stringify(only)}`, { where: '--only', hint: `a trial is called, for example, ${campaign.trials[0] ?? ''}` });
}

/** Every ended attempt of these trials, one at a time: those that do not count are told too, as such. */
export async function* endedAttempts(on: CampaignOnDisk, trials: readonly string[]): AsyncGenerator<ShownTrial> {
  const slots = readSlots(on.entries);
  for (const trial of trials) {
    const slot = slots.get(trial);
    for (let attempt = 1; attempt <= (slot?.attempts ?? 0); attempt++) {
      if (slot?.open.includes(attempt)) continue;
      const shown = await readTrial(on, trial, String(attempt)).catch((error: unknown) => {
        // Interrupted before it had left anything.
        if (error instanceof UserError && error.code === 'CLEANSLATE_NO_ATTEMPT') return undefined;
        throw error;
      });
      if (shown) yield shown;
    }
  }
}
