/** Who watches a campaign run: the terminal, a live report. Told, never asked; it cannot change anything. */
export interface CampaignObserver {
  /** How many trials there are, and how many of them an earlier run has finished. */
  planned(trials: number, done: number): void;
  started(attempt: { trial: string; attempt: number }): void;
  /** `final`: the trial needs no further attempt. */
  finished(attempt: { trial: string; attempt: number; valid: boolean; verdict: string; final: boolean }): void;
  note(line: string): void;
}

export const nobody: CampaignObserver = { planned: () => undefined, started: () => undefined, finished: () => undefined, note: () => undefined };
