import type { CampaignObserver } from '../../campaign/observer.js';
import type { Clock } from '../../common/clock.js';

/** Shows a campaign while it runs: a live table on a terminal, one plain line per attempt elsewhere. Writes to stderr only. */
export async function progress(stream: NodeJS.WriteStream, clock: Clock): Promise<CampaignObserver & { stop(): void }> {
  return stream.isTTY ? (await import('./live-progress.js')).liveProgress(stream, clock) : plainProgress(stream);
}

function plainProgress(stream: NodeJS.WriteStream): CampaignObserver & { stop(): void } {
  let total = 0;
  let done = 0;
  return {
    planned: (slots) => {
      total = slots.length;
      done = slots.filter((slot) => slot.done).length;
      if (done > 0) stream.write(`${String(done)} of ${String(total)} trials are already done\n`);
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
