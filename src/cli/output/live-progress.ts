import { createLogUpdate } from 'log-update';
import type { CampaignObserver } from '../../campaign/observer.js';
import type { Clock } from '../../common/clock.js';
import { LiveTable } from './live-table.js';

/** Ms between two drawings: elapsed times go on between events. */
const REDRAW = 500;

/** A table that is redrawn in place; what must not be missed (an invalid attempt and why, notes) stays above it. */
export function liveProgress(stream: NodeJS.WriteStream, clock: Clock): CampaignObserver & { stop(): void } {
  const log = createLogUpdate(stream);
  const table = new LiveTable(clock.monotonic());
  const draw = (): void => { log(table.text(clock.monotonic(), { columns: stream.columns, rows: stream.rows })); };
  const timer = setInterval(draw, REDRAW);
  timer.unref();
  return {
    planned: (slots) => {
      table.planned(slots);
      draw();
    },
    started: ({ trial, attempt }) => {
      table.started(trial, attempt, clock.monotonic());
      draw();
    },
    finished: (attempt) => {
      table.finished(attempt, clock.monotonic());
      if (!attempt.valid) log.persist(`${attempt.trial} attempt ${String(attempt.attempt)}: ${attempt.verdict}`);
      draw();
    },
    note: (line) => { log.persist(line); },
    stop: () => {
      clearInterval(timer);
      log.clear();
    },
  };
}
