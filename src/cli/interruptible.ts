/** Exit code of what was stopped by Ctrl-C or SIGTERM. */
export const INTERRUPTED = 130;

/** The first Ctrl-C lets attempts under way end and keeps them; the second ends the program at once. */
export function interruptible(note: (line: string) => void): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    note('stopping: ending the agents that run, keeping what they left (again to quit at once)');
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { signal: controller.signal, release: () => void process.off('SIGINT', stop).off('SIGTERM', stop) };
}
