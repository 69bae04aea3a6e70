import type { JournalEntry } from '../../evidence/journal.js';
import { isPointsLine, type CampaignOnDisk } from '../read-campaign.js';

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>;

/** An attempt that an evaluator took back, and what it had scored: that stays published beside what counts. */
export interface Withdrawal extends Pick<Entry<'attempt.invalidated'>, 'trial' | 'attempt' | 'reason' | 'note' | 'by' | 'time'> {
  /** Grounded and correct answers; null where the answer could not be read. */
  grounded: number | null;
  questions: number | null;
  /** Failure points of a task of a battery; null for a scenario. */
  points: number | null;
}

export type Deviation = Pick<Entry<'deviation.recorded'>, 'text' | 'by' | 'time'>;

export const withdrawals = ({ entries, withdrawn }: Pick<CampaignOnDisk, 'entries' | 'withdrawn'>): Withdrawal[] =>
  entries.flatMap((entry) => {
    if (entry.type !== 'attempt.invalidated') return [];
    const { trial, attempt, reason, note, by, time } = entry;
    const line = withdrawn.find((one) => one.trial === trial && one.attempt === attempt);
    const had = line && isPointsLine(line) ? { grounded: null, questions: null, points: line.score.points } : { grounded: line?.score.grounded_correct ?? null, questions: line?.score.questions ?? null, points: null };
    return [{ trial, attempt, reason, note, by, time, ...had }];
  });

export const deviations = ({ entries }: Pick<CampaignOnDisk, 'entries'>): Deviation[] =>
  entries.flatMap((entry) => (entry.type === 'deviation.recorded' ? [{ text: entry.text, by: entry.by, time: entry.time }] : []));
