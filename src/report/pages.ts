import { UserError } from '../common/errors.js';
import { readTrial, type ShownTrial } from '../campaign/read-trial.js';
import { overviewPage } from './overview/overview.js';
import type { ReportedCampaign } from './model/campaign.js';
import { INDEX, taskPage, trialPage } from './page/addresses.js';
import { runDetails } from './task/run-details.js';
import { taskPageOf } from './task/task.js';
import { trialPageOf } from './trial/trial.js';

/** All pages of a campaign's report by their names, each made when it is asked for: no more than one trial is in memory. */
export class Pages {
  private readonly makers = new Map<string, () => Promise<string | undefined>>();

  private constructor(private readonly campaign: ReportedCampaign, private readonly live: boolean) {}

  /** @param live for a reader who looks on while the campaign may run */
  static async of(campaign: ReportedCampaign, live = false): Promise<Pages> {
    const pages = new Pages(campaign, live);
    pages.makers.set(INDEX, () => Promise.resolve(overviewPage(campaign, null, live)));
    for (const task of new Set(campaign.rows.map((row) => row.task))) pages.makers.set(taskPage(task), async () => taskPageOf(task, campaign, await runDetails(campaign.on, task), [], live));
    for (const { trial, attempts } of campaign.rows) {
      if (attempts === 0) continue;
      pages.makers.set(trialPage(trial), () => pages.trial(trial));
      if (attempts > 1) for (let attempt = 1; attempt <= attempts; attempt++) pages.makers.set(trialPage(trial, attempt), () => pages.trial(trial, attempt));
    }
    return Promise.resolve(pages);
  }

  /** Their names: paths below the folder of index.html. */
  names(): string[] {
    return [...this.makers.keys()];
  }

  /** A page as HTML; undefined where there is none of that name, or nothing to show on it yet. */
  async page(name: string): Promise<string | undefined> {
    return this.makers.get(name)?.();
  }

  /** @param attempt undefined: the one that counts, else the last */
  private async trial(trial: string, attempt?: number): Promise<string | undefined> {
    const shown = await readOrNone(this.campaign.on, trial, attempt);
    if (!shown) return undefined;
    const others = Array.from({ length: shown.attempts }, (_, at) => at + 1).filter((one) => one !== shown.attempt);
    return trialPageOf(shown, { campaign: this.campaign, attempts: others.map((one) => ({ attempt: one, href: `../${trialPage(trial, one)}` })), compared: [], live: this.live });
  }
}

/** An attempt, or nothing where it was interrupted before it had left anything. */
async function readOrNone(on: ReportedCampaign['on'], trial: string, attempt?: number): Promise<ShownTrial | undefined> {
  try {
    return await readTrial(on, trial, attempt === undefined ? undefined : String(attempt));
  } catch (error) {
    if (error instanceof UserError && error.code === 'CLEANSLATE_NO_ATTEMPT') return undefined;
    throw error;
  }
}
