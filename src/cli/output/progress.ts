import { createLogUpdate } from 'log-update';
import type { CampaignObserver } from '../../campaign/observer.js';
import type { Clock } from '../../common/clock.js';


/** Shows a campaign while it runs: live lines on a terminal, one plain line per attempt elsewhere. Writes to stderr only. */
export function progress(stream: NodeJS.WriteStream, clock: Clock): CampaignObserver & { stop(): void } {
  return stream.isTTY ? liveProgress(stream, clock) : plainProgress(stream);
}

function plainProgress(stream: NodeJS.WriteStream): CampaignObserver & { stop(): void } {
  let total = 0;
  let done = 0;
  return {
    planned: (trials, already) => {
      total = trials;
      done = already;
      if (already > 0) stream.write(`${String(already)} of ${String(trials)} trials are already done\n`);
    },
    started: () => undefined,
    finished: ({ trial, attempt, verdict, final }) => {
      if (final) done++;
      stream.write(`[${String(done)}/${String(total)}] ${trial} attempt ${String(attempt)}: ${verdict}\n`);
    },
    note: (line) => void stream.write(`${line}\n`),
    stop: () => undefined,
  };
}

function liveProgress(stream: NodeJS.WriteStream, clock: Clock): CampaignObserver & { stop(): void } {
  const log = createLogUpdate(stream);
  const running = new Map<string, number>();
  const began = clock.monotonic();
  let total = 0;
  let done = 0;
  let already = 0;
  let invalid = 0;
  const draw = (): void => {
    const now = clock.monotonic();
    const lines = [...running].map(([name, since]) => `  ${name}  ${seconds(now - since)}`);
    const finished = done - already;
    const left = finished === 0 ? '' : `, about ${seconds(((now - began) / finished) * (total - done))} left`;
    log([`${String(done)} of ${String(total)} trials done, ${String(invalid)} invalid attempts${left}`, ...lines].join('\n'));
  };
  const timer = setInterval(draw, 250);
  timer.unref();
  return {
    planned: (trials, before) => {
      total = trials;
      already = done = before;
      draw();
    },
    started: ({ trial, attempt }) => {
      running.set(`${trial} attempt ${String(attempt)}`, clock.monotonic());
      draw();
    },
    finished: ({ trial, attempt, valid, verdict, final }) => {
      running.delete(`${trial} attempt ${String(attempt)}`);
      if (final) done++;
      if (!valid) {
        invalid++;
        log.persist(`${trial} attempt ${String(attempt)}: ${verdict}`);
      }
      draw();
    },
    note: (line) => { log.persist(line); },
    stop: () => {
      clearInterval(timer);
      log.clear();
    },
  };
}

function seconds(ms: number): string {
  const whole = Math.max(0, Math.round(ms / 1000));
  return whole < 90 ? `${String(whole)} s` : `${String(Math.round(whole / 60))} min`;
}
