import { adjudications } from '../acts/adjudications.js';
import { withdrawals } from '../acts/recorded.js';
import { isPointsLine, type CampaignOnDisk } from '../read-campaign.js';

/**
 * The lines of results.jsonl of these trials, with what was decided since they were written: `points` stay as scored, and beside them
 * stands what counts. An attempt that was taken back keeps its line and its score, and counts nothing.
 */
export function resultRows(on: CampaignOnDisk, trials: readonly string[]): Record<string, unknown>[] {
  const wanted = new Set(trials);
  const adjudicated = new Map(adjudications(on).map((one) => [one.trial, one]));
  const reasons = new Map(withdrawals(on).map(({ trial, attempt, reason }) => [`${trial}/${String(attempt)}`, reason]));
  return [
    ...on.results.map((line) => {
      const decided = adjudicated.get(line.trial);
      return { ...line, counts: true, points_counted: isPointsLine(line) ? (decided?.points ?? line.score.points) : null, adjudication: decided ? (decided.open ? 'open' : 'closed') : null, taken_back: null };
    }),
    ...on.withdrawn.map((line) => ({ ...line, counts: false, points_counted: null, adjudication: null, taken_back: reasons.get(`${line.trial}/${String(line.attempt)}`) ?? 'corrected' })),
  ].filter(({ trial }) => wanted.has(trial));
}
