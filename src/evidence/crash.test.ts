import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { nextLine, startChild } from '../../test/support/child.js';
import { temporaryDirectory } from '../../test/support/temporary.js';
import { systemClock } from '../common/clock.js';
import { CampaignLock } from './campaign-lock.js';
import { Journal } from './journal.js';

describe('a harness that is killed while it writes', () => {
  it('loses nothing that it had reported, however often that happens', async () => {
    const dir = temporaryDirectory();
    for (const [life, appends] of [1, 2, 7, 23].entries()) {
      const child = startChild('append-forever.ts', [dir]);
      const lines = child.iterable()[Symbol.asyncIterator]();
      let reported = 0;
      for (let count = 0; count < appends + life; count += 1) reported = Number(await nextLine(lines));
      child.kill('SIGKILL');
      await child;

      const lock = await CampaignLock.acquire(dir);
      const journal = await Journal.open(dir, systemClock);
      expect(journal.entries.length).toBeGreaterThanOrEqual(reported);
      expect(journal.entries.map(({ seq }) => seq)).toEqual(journal.entries.map((_, index) => index + 1));
      await journal.close();
      await lock.release();
      expect((await readdir(dir)).sort()).toEqual(['journal.head', 'journal.jsonl']);
    }
  });
});
