import type { ParsedEvent } from './events.js';

type Counts = Record<string, number>;

/**
 * Makes increments of what some CLIs tell as totals of the conversation. A parser marks such a `usage` event with
 * `cumulative: true` in its result; in the trace every `usage` event is what was used since the one before.
 */
export class UsageMeter {
  private readonly totals = new Map<number, Counts>();

  /** The event as it goes into the trace. */
  read(session: number, event: ParsedEvent): ParsedEvent {
    if (event.type !== 'usage' || !isCumulative(event.result)) return event;
    const { cumulative: _mark, ...rest } = event.result;
    const counts = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === 'number')) as Counts;
    const before = this.totals.get(session) ?? {};
    // Nothing at all is how a failed turn is told, and not a new beginning.
    if (Object.values(counts).every((value) => value === 0)) return { ...event, result: counts };
    this.totals.set(session, counts);
    // Less than before: another conversation has begun.
    const isNew = Object.entries(counts).some(([name, value]) => value < (before[name] ?? 0));
    return { ...event, result: isNew ? counts : Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, value - (before[name] ?? 0)])) };
  }
}

const isCumulative = (result: unknown): result is { cumulative: true } & Record<string, unknown> =>
  typeof result === 'object' && result !== null && (result as Record<string, unknown>)['cumulative'] === true;
