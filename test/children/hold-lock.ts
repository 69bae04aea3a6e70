import { existsSync } from 'node:fs';
import { UserError } from '../../src/common/errors.js';
import { CampaignLock } from '../../src/evidence/campaign-lock.js';

/** Waits for a file, then takes a campaign directory and holds it until standard input ends. */
export default async function holdLock([dir = '', signal = '']: string[]): Promise<void> {
  process.stdout.write('ready\n');
  while (!existsSync(signal)) await new Promise((resolve) => setImmediate(resolve));
  try {
    const lock = await CampaignLock.acquire(dir);
    process.stdout.write('mine\n');
    for await (const _ of process.stdin);
    await lock.release();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.stdout.write(`${error.line}\n`);
  }
}
