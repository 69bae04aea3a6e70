/** A trial of a campaign before it goes on: whose it is, and whether an earlier run has finished it. */
export interface PlannedSlot {
  trial: string;
  configuration: string;
  done: boolean;
}

/** Who watches a campaign run: the terminal, a live report. Told, never asked; it cannot change anything. */
export interface CampaignObserver {
  planned(slots: readonly PlannedSlot[]): void;
  started(attempt: { trial: string; attempt: number }): void;
  /** `final`: the trial needs no further attempt. */
  finished(attempt: { trial: string; attempt: number; valid: boolean; verdict: string; final: boolean }): void;
  note(line: string): void;
}

export const nobody: CampaignObserver = { planned: () => undefined, started: () => undefined, finished: () => undefined, note: () => undefined };
