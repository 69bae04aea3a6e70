import { UserError } from '../common/errors.js';
import { compareTrials } from '../campaign/compare-trials.js';
import { givenToChecks } from '../campaign/given-to-checks.js';
import { readTrial, type ShownTrial } from '../campaign/read-trial.js';
import { comparePageOf } from './compare/compare.js';
import { overviewPage } from './overview/overview.js';
import type { ReportedCampaign } from './model/campaign.js';
import { pairsOf, type Pair } from './model/pairs.js';
import { comparedPair, comparePage, INDEX, taskPage, trialPage } from './page/addresses.js';
import { plotsOf } from './plots/plots.js';
import { runDetails } from './task/run-details.js';
import { taskPageOf } from './task/task.js';
import { trialPageOf } from './trial/trial.js';

/** All pages of a campaign's report by their names, each made when it is asked for: no more than one trial is in memory. */
export class Pages {
  private readonly makers = new Map<string, () => Promise<string | undefined>>();
  private readonly pairs: readonly Pair[];

  /** @param live for a reader who looks on while the campaign may run */
  constructor(private readonly campaign: ReportedCampaign, private readonly live = false) {
    this.pairs = pairsOf(campaign.rows);
    this.makers.set(INDEX, () => Promise.resolve(overviewPage(campaign, plotsOf(campaign), live)));
    for (const task of new Set(campaign.rows.map((row) => row.task))) this.makers.set(taskPage(task), async () => taskPageOf(task, campaign, await runDetails(campaign.on, task), this.pairs, live));
    for (const { trial, attempts } of campaign.rows) {
      if (attempts === 0) continue;
      this.makers.set(trialPage(trial), () => this.trial(trial));
      if (attempts > 1) for (let attempt = 1; attempt <= attempts; attempt++) this.makers.set(trialPage(trial, attempt), () => this.trial(trial, attempt));
    }
    for (const pair of this.pairs) this.makers.set(comparePage(...pair), () => this.compare(pair));
  }

  /** Their names: paths below the folder of index.html. */
  names(): string[] {
    return [...this.makers.keys()];
  }

  /** A page as HTML, any two trials compared among them; undefined where there is none of that name, or nothing to show on it yet. */
  async page(name: string): Promise<string | undefined> {
    const pair = comparedPair(name);
    const make = this.makers.get(name) ?? (pair?.every((trial) => this.campaign.byId.has(trial)) ? () => this.compare(pair) : undefined);
    return make?.();
  }

  /** @param attempt undefined: the one that counts, else the last */
  private async trial(trial: string, attempt?: number): Promise<string | undefined> {
    const shown = await readOrNone(this.campaign.on, trial, attempt);
    if (!shown) return undefined;
    const others = Array.from({ length: shown.attempts }, (_, at) => at + 1).filter((one) => one !== shown.attempt);
    return trialPageOf(shown, { campaign: this.campaign, given: await givenToChecks(this.campaign.on, shown), attempts: others.map((one) => ({ attempt: one, href: `../${trialPage(trial, one)}` })), compared: this.pairs.filter((pair) => pair.includes(trial)), live: this.live });
  }

  private async compare(pair: Pair): Promise<string | undefined> {
    const [a, b] = [await readOrNone(this.campaign.on, pair[0]), await readOrNone(this.campaign.on, pair[1])];
    return a && b && comparePageOf(await compareTrials(this.campaign.on, pair), [a, b], this.campaign, this.live);
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
