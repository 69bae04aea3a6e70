import { passPower, wilson, type Interval } from '../scoring/index.js';

/** What the valid runs of one task in a configuration and profile say of how surely they pass. */
export interface Reliability {
  /** Runs that passed: every question answered as it should be, no failure points. */
  passed: number;
  /** 95 %, of the chance that a run passes. */
  wilson: Interval;
  /** The chance that 1, 3, 5 runs all pass; null below that many valid runs. */
  pass_power: Record<'1' | '3' | '5', number | null>;
}

/** @param runs valid ones, at least one */
export function reliability(passed: number, runs: number): Reliability {
  const power = (k: number): number | null => passPower(passed, runs, k) ?? null;
  return { passed, wilson: wilson(passed, runs) as Interval, pass_power: { 1: power(1), 3: power(3), 5: power(5) } };
}

/** The cells of a table: `4/5`, the interval, and pass^1, pass^3, pass^5. */
export const reliabilityCells = ({ passed, wilson: { low, high }, pass_power }: Reliability, runs: number): string[] => [
  `${String(passed)}/${String(runs)}`,
  `[${low.toFixed(3)}, ${high.toFixed(3)}]`,
  ...powerCells(pass_power),
];

/** pass^1, pass^3, pass^5. `n/a`: fewer valid runs than that. */
export const powerCells = (power: Reliability['pass_power']): string[] => [power[1], power[3], power[5]].map((chance) => (chance === null ? 'n/a' : chance.toFixed(2)));
