import { open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../common/errors.js';
import { formatOwner, liveness, parseOwner, thisProcess, type Owner } from '../common/owner.js';
import { MATERIAL_DIR, OWNER_PREFIX } from './layout.js';
import { isLeftover } from './write.js';

/** How often two that start at the same moment give way to each other before both give up. */
const TRIES = 8;

/**
 * One harness per campaign directory. Each candidate puts up a file that is named after its process, then looks around:
 * if another living one is there, it takes its own away again. So two can never both go on, whoever dies when,
 * and nobody has to break a lock. Files of dead owners are removed by the next one that gets in.
 */
export class CampaignLock {
  private constructor(private readonly path: string) {}

  /** Throws a UserError that names the process which has the directory. */
  static async acquire(dir: string): Promise<CampaignLock> {
    const name = OWNER_PREFIX + formatOwner(thisProcess());
    const path = join(dir, name);
    for (let attempt = 1; ; attempt += 1) {
      await claim(path);
      const others = (await ownersOf(dir)).filter((owner) => owner.name !== name);
      const rival = others.find((owner) => liveness(owner.owner) !== 'dead');
      if (!rival) {
        for (const dead of others) await unlink(join(dir, dead.name));
        await sweep(dir);
        return new CampaignLock(path);
      }
      await unlink(path);
      if (attempt === TRIES) throw busy(dir, rival);
      await pause(Math.random() * 2 ** attempt);
    }
  }

  async release(): Promise<void> {
    await unlink(this.path);
  }
}

/** Who runs this campaign now (`alive` or `elsewhere`), or who was running it when it died. */
export async function campaignOwner(dir: string): Promise<{ owner: Owner; liveness: ReturnType<typeof liveness> } | undefined> {
  const owners = (await ownersOf(dir)).map(({ owner }) => ({ owner, liveness: liveness(owner) }));
  return owners.find((one) => one.liveness !== 'dead') ?? owners[0];
}

async function claim(path: string): Promise<void> {
  try {
    await (await open(path, 'wx')).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UserError('CLEANSLATE_CAMPAIGN_BUSY', 'this process runs the campaign already', { where: path, hint: 'use another --out' });
  }
}

async function ownersOf(dir: string): Promise<{ name: string; owner: Owner }[]> {
  return (await readdir(dir)).flatMap((name) => {
    const owner = name.startsWith(OWNER_PREFIX) ? parseOwner(name.slice(OWNER_PREFIX.length)) : undefined;
    return owner ? [{ name, owner }] : [];
  });
}

/** Half-written files of harnesses that are dead: whoever has the lock may remove them. */
async function sweep(dir: string): Promise<void> {
  for (const folder of [dir, join(dir, MATERIAL_DIR)]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter(isLeftover)) await unlink(join(folder, name));
  }
}

function busy(dir: string, { name, owner }: { name: string; owner: Owner }): UserError {
  const elsewhere = liveness(owner) === 'elsewhere';
  const who = `process ${String(owner.pid)}${elsewhere ? ` on ${owner.host}` : ''}`;
  return new UserError('CLEANSLATE_CAMPAIGN_BUSY', `the campaign is being run by ${who}`, {
    where: dir,
    hint: elsewhere ? `if it is no longer running, remove ${name}` : 'wait for it, or use another --out',
  });
}
