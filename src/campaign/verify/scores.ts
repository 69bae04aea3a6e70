import { sha256 } from '../../common/digest.js';
import { messageOf } from '../../common/errors.js';
import { pretty } from '../../common/json.js';
import { readRedactions } from '../../evidence/bundle/redactions.js';
import { checksOf, plural, type Check } from '../../evidence/check.js';
import { attemptPath, RESULTS_FILE } from '../../evidence/layout.js';
import { lockedPins } from '../../protocol/harness.js';
import { isChecklist, trialScoreSchema, type TrialScore } from '../../scoring/index.js';
import { readAttemptRecord } from '../../trial/attempt-record.js';
import { resultsLine } from '../../trial/results-line.js';
import type { CampaignOnDisk } from '../read-campaign.js';
import { lockOf } from '../read-lock.js';
import { keptScore, rescorer, type Rescore } from './rescore.js';

/** What is masked in evidence stands in it as this. */
const MASK = '[redacted:';

/**
 * Every score.json is what the scorer that the campaign was locked with says of the same evidence: of attempts that were taken back, too.
 * Where this program has another scorer and a score differs, that says nothing, and the check is skipped.
 */
export async function verifyScores(on: CampaignOnDisk): Promise<Check[]> {
  const faults: string[] = [];
  let masked = 0;
  const redactions = await readRedactions(on.dir);
  const rescore = await rescorer(on);
  const scored = on.entries.filter((entry) => entry.type === 'attempt.scored');
  for (const [index, { trial, attempt, result }] of scored.entries()) {
    const redacted = redactions.below(attemptPath(trial, attempt)) || redactions.has(`${RESULTS_FILE}:${String(index + 1)}`);
    const found = await differs(on, rescore, { trial, attempt, result, redacted });
    if (found === 'masked') masked += 1;
    else if (found !== undefined) faults.push(`${attemptPath(trial, attempt)}/score.json: ${found}`);
  }
  // Whose scorer it was matters only where it differs: that this is another program takes reading all of it.
  const [harness, own] = faults.length === 0 ? [] : [(await lockOf(on.dir)).harness, lockedPins()];
  if (harness && own && harness.scorer !== own.scorer) {
    const line = `scores: not compared. They were made by the scorer of cleanslate ${harness.version} (${harness.scorer.slice(0, 12)}), and this is that of ${own.version} (${own.scorer.slice(0, 12)}), which differs on ${plural(faults.length, 'score')}`;
    return [{ id: 'scores', ok: true, skipped: true, line }];
  }
  const rest = masked === 0 ? '' : `; ${plural(masked, 'score')} of answers that are masked in part could not be compared`;
  return checksOf('scores', faults, `scores: ${plural(scored.length - masked, 'score')} recomputed from the evidence, the same${rest}`);
}

/** How a kept score differs from what its evidence gives; undefined where it does not, `masked` where what is masked may be why. */
async function differs(on: CampaignOnDisk, rescore: Rescore, { trial, attempt, result, redacted }: { trial: string; attempt: number; result: string; redacted: boolean }): Promise<string | undefined> {
  try {
    const record = await readAttemptRecord(on.dir, trial, attempt);
    const [now, kept] = [await rescore(record), await keptScore(on, record)];
    if (pretty(now) === kept) return redacted || sha256(await resultsLine(on.dir, trial, attempt)) === result ? undefined : `and what is beside it do not give the line of ${RESULTS_FILE} that the journal announced`;
    const before = trialScoreSchema.parse(JSON.parse(kept));
    if (redacted || kept.includes(MASK) || pretty(now).includes(MASK)) return inWords(now) === inWords(before) ? undefined : 'masked';
    return `is not what its evidence gives: it says ${inWords(before)}, the scorer ${inWords(now)}${inWords(now) === inWords(before) ? ', in other words' : ''}`;
  } catch (error) {
    return `cannot be recomputed: ${messageOf(error)}`;
  }
}

const inWords = (score: TrialScore): string => {
  if (isChecklist(score)) return `${plural(score.points, 'point')} (${score.checks.map(({ id, outcome }) => `${id} ${outcome}`).join(', ')})`;
  return score.format_failure === null ? `${String(score.grounded_correct)} of ${String(score.questions)} grounded` : 'a format failure';
};
