import { systemClock } from '../../src/common/clock.js';
import { CampaignLock } from '../../src/evidence/campaign-lock.js';
import { Journal } from '../../src/evidence/journal.js';

/** Takes a campaign directory and appends to its journal until it is killed; says so after each entry. */
export default async function appendForever([dir = '']: string[]): Promise<void> {
  await CampaignLock.acquire(dir);
  const journal = await Journal.open(dir, systemClock);
  for (let number = 1; ; number += 1) {
    const { seq } = await journal.append({ type: 'note', text: 'x'.repeat(number % 50) });
    process.stdout.write(`${String(seq)}\n`);
  }
}
