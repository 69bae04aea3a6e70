import { POINTS, type Points } from '../../scoring/checklist/outcomes.js';
import { isPointsLine, type CampaignOnDisk, type PointsLine } from '../read-campaign.js';

/** A note of a person on a case that no program could decide. */
export interface AdjudicationNote {
  note: string;
  /** What the trial costs from then on; null: what it had scored stands. */
  points: Points | null;
  by: string;
  time: string;
}

/** The adjudication of an attempt that counts. */
export interface Adjudication {
  trial: string;
  attempt: number;
  /** Checks that ended `ambiguous`: each opens it by itself. */
  ambiguous: string[];
  /** Who opened it beside them. */
  opened_by: string[];
  /** Whether a note is still to be written. */
  open: boolean;
  notes: AdjudicationNote[];
  /** What it had scored, and what counts now. */
  scored: Points;
  points: Points;
}

/** Every adjudication of the attempts that count, sorted by trial. Nothing but a note changes points, and none changes the evidence. */
export function adjudications({ entries, results }: Pick<CampaignOnDisk, 'entries' | 'results'>): Adjudication[] {
  return results
    .filter(isPointsLine)
    .map((line) => adjudicationOf(entries, line))
    .filter(isOpened)
    .sort((a, b) => (a.trial < b.trial ? -1 : 1));
}

/** That of one attempt, where it counts and has one. */
export function adjudicationOfAttempt({ entries, results }: Pick<CampaignOnDisk, 'entries' | 'results'>, trial: string, attempt: number): Adjudication | undefined {
  const line = results.find((one) => one.trial === trial && one.attempt === attempt);
  const found = line && isPointsLine(line) ? adjudicationOf(entries, line) : undefined;
  return found && isOpened(found) ? found : undefined;
}

const isOpened = ({ ambiguous, opened_by }: Adjudication): boolean => ambiguous.length > 0 || opened_by.length > 0;

/** That of one line; with nothing in it where nobody and nothing opened one. */
export function adjudicationOf(entries: CampaignOnDisk['entries'], { trial, attempt, score }: PointsLine): Adjudication {
  const ambiguous = score.checks.filter(({ outcome }) => outcome === 'ambiguous').map(({ id }) => id);
  const found: Adjudication = { trial, attempt, ambiguous, opened_by: [], open: ambiguous.length > 0, notes: [], scored: score.points, points: score.points };
  for (const entry of entries) {
    if ((entry.type !== 'adjudication.opened' && entry.type !== 'adjudication.noted') || entry.trial !== trial || entry.attempt !== attempt) continue;
    found.open = entry.type === 'adjudication.opened';
    if (entry.type === 'adjudication.opened') found.opened_by.push(entry.by);
    else {
      const points = POINTS.find((one) => one === entry.points) ?? null;
      found.notes.push({ note: entry.note, points, by: entry.by, time: entry.time });
      found.points = points ?? found.points;
    }
  }
  return found;
}
