import type { JournalEntry } from '../evidence/journal.js';

/** What the journal says of one trial. */
export interface Slot {
  /** The highest attempt number that was ever started. */
  attempts: number;
  /** Ended attempts that do not count, by fault of what is under test's surroundings; interruptions are not among them. */
  invalid: number;
  /** The one attempt that counts, if there is one. */
  valid: number | undefined;
  /** Attempts that were started and have no end on the journal. */
  open: number[];
  exhausted: boolean;
  /** Attempts that counted until an evaluator took them back (these are among the invalid ones), or a person corrected what was attached. */
  withdrawn: number[];
}

/** Whether nothing more is to be tried: an attempt counts, or the trial was given up. */
export const isOver = (slot: Slot | undefined): boolean => slot?.valid !== undefined || slot?.exhausted === true;

/** Reads from the journal how far each trial is. Trials that were never started are not in the map. */
export function readSlots(entries: readonly JournalEntry[]): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const entry of entries) {
    if (!('trial' in entry)) continue;
    const slot = slots.get(entry.trial) ?? { attempts: 0, invalid: 0, valid: undefined, open: [], exhausted: false, withdrawn: [] };
    slots.set(entry.trial, slot);
    apply(slot, entry);
  }
  return slots;
}

function apply(slot: Slot, entry: Extract<JournalEntry, { trial: string }>): void {
  switch (entry.type) {
    case 'attempt.started':
      slot.attempts = Math.max(slot.attempts, entry.attempt);
      slot.open.push(entry.attempt);
      break;
    case 'attempt.interrupted':
      slot.open = slot.open.filter((attempt) => attempt !== entry.attempt);
      break;
    case 'attempt.sealed':
      slot.open = slot.open.filter((attempt) => attempt !== entry.attempt);
      if (entry.valid) slot.valid = entry.attempt;
      else slot.invalid += 1;
      break;
    case 'attempt.invalidated':
      slot.valid = undefined;
      slot.invalid += 1;
      slot.withdrawn.push(entry.attempt);
      break;
    case 'trial.exhausted':
      slot.exhausted = true;
      break;
    case 'session.attached':
      // A correction takes the attempt back that was made of what it corrects.
      if (entry.corrects === null || slot.valid === undefined) break;
      slot.withdrawn.push(slot.valid);
      slot.valid = undefined;
      break;
    case 'attempt.scored':
    case 'adjudication.opened':
    case 'adjudication.noted':
      break;
  }
}
