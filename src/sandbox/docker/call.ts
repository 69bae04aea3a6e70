import { translate } from './failures.js';

/** How long an engine may take for one ordinary request. Starting a container on a loaded machine takes seconds. */
const PATIENCE_MS = 120_000;

/**
 * One request to the engine in bounded time: `use` hands the signal on as dockerode's `abortSignal`.
 * What it throws becomes a CleanslateError; `doing` says what was going on.
 */
export async function call<T>(doing: string, use: (abortSignal: AbortSignal) => Promise<T>, patience_ms = PATIENCE_MS): Promise<T> {
  const signal = AbortSignal.timeout(patience_ms);
  const { promise: silence, cancel } = whenAborted(signal);
  try {
    // A response cut off in the middle never settles dockerode's promise, so the signal also ends the wait for it.
    return await Promise.race([use(signal), silence]);
  } catch (error) {
    throw translate(error, doing);
  } finally {
    cancel();
  }
}

function whenAborted(signal: AbortSignal): { promise: Promise<never>; cancel: () => void } {
  let onAbort: () => void = () => undefined;
  const promise = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return {
    promise,
    cancel: () => {
      signal.removeEventListener('abort', onAbort);
    },
  };
}
