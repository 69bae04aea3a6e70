import { comparedEvents } from '../../trial/compare/events.js';
import type { Divergence } from '../../trial/compare/divergence.js';
import type { TraceEvent } from '../../trace/events.js';
import type { ShownTrial } from '../../campaign/read-trial.js';

/** What both agents did, step beside step, and at which of these they part; undefined where they do not. */
export interface Steps {
  left: readonly TraceEvent[];
  right: readonly TraceEvent[];
  at: number | undefined;
}

/** The steps of both, with the one at which the comparison found them to do something else: it knows what differs by nature. */
export function stepsOfBoth(a: Pick<ShownTrial, 'events'>, b: Pick<ShownTrial, 'events'>, divergences: readonly Divergence[]): Steps {
  const [left, right] = [comparedEvents(a.events), comparedEvents(b.events)];
  const first = divergences.find(isStep);
  const seq = Number(/^event (\d+)/.exec(first?.where ?? '')?.[1]);
  const index = first ? (first.a === null ? right : left).findIndex((event) => event.seq === seq) : -1;
  return { left, right, at: index === -1 ? undefined : index };
}

/** Whether what differs is a step of the trace, which then can be shown whole. */
export const isStep = ({ where }: Divergence): boolean => /^event \d+/.test(where);
