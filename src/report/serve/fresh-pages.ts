import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JOURNAL_FILE } from '../../evidence/layout.js';
import { reportedCampaign } from '../model/campaign.js';
import { Pages } from '../pages.js';

/** The pages of a campaign as it is now: read again where its journal has grown since, at most once at a time. */
export class FreshPages {
  private known: Promise<{ pages: Pages; mark: string; took: number }> | undefined;

  constructor(private readonly dir: string, private readonly program: string) {}

  /** @throws UserError where the directory holds no campaign */
  async get(): Promise<Pages> {
    const mark = await this.mark();
    // A journal that grows while its campaign is read is looked at again by whoever asks next.
    if (!this.known || (await this.known.catch(() => undefined))?.mark !== mark) this.known = this.read(mark);
    return (await this.known).pages;
  }

  /** What changes with every act of the campaign. */
  async mark(): Promise<string> {
    const { size, mtimeMs } = await stat(join(this.dir, JOURNAL_FILE)).catch(() => ({ size: 0, mtimeMs: 0 }));
    return `${String(size)} ${String(mtimeMs)}`;
  }

  /** Milliseconds that the last reading took: news need not come faster than they can be shown. */
  async cost(): Promise<number> {
    return (await this.known?.catch(() => undefined))?.took ?? 0;
  }

  private async read(mark: string): Promise<{ pages: Pages; mark: string; took: number }> {
    const began = performance.now();
    const pages = new Pages(await reportedCampaign(this.dir, this.program), true);
    return { pages, mark, took: performance.now() - began };
  }
}
