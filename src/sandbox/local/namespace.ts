import { HarnessError } from '../../common/errors.js';
import { childrenOf, end, markOf, poll, type ProcessMark, runs } from './processes.js';

/** The kernel must end every process of a namespace first, which takes it as long as the slowest system call. */
const END_MS = 10_000;
const SET_UP_MS = 10_000;

/**
 * The first process of the pid namespace that `outer` has made, or undefined if `outer` has none (any more).
 * All our ways of making one have this in common: `outer` has just one child, and that is it.
 */
function initOf(outer: ProcessMark): ProcessMark | undefined {
  const [pid] = runs(outer) ? childrenOf(outer.pid) : [];
  return pid === undefined ? undefined : markOf(pid);
}

/** Waits until the namespace is set up: its first process then has started the program. */
export async function readyInit(outer: ProcessMark): Promise<ProcessMark> {
  const found = await poll(() => {
    if (!runs(outer)) return { init: undefined };
    const init = initOf(outer);
    return init !== undefined && childrenOf(init.pid).length > 0 && { init };
  }, SET_UP_MS);
  if (found?.init === undefined)
    throw new HarnessError('CLEANSLATE_SANDBOX_LOST', 'the sandbox has ended: nothing can be started in it any more');
  return found.init;
}

/**
 * Ends a pid namespace by its first process. The kernel ends all others with it and lets the first one go last, so its
 * end proves that none is left, whatever sessions, groups or signals they hid behind.
 */
export async function endNamespace(outer: ProcessMark): Promise<void> {
  const seen = new Map<number, ProcessMark>();
  const left = (): boolean => runs(outer) || [...seen.values()].some(runs);
  const ended = await poll(() => {
    const init = initOf(outer);
    if (init !== undefined) seen.set(init.pid, init);
    for (const one of seen.values()) end(one);
    return !left();
  }, END_MS);
  if (ended) return;
  end(outer); // It never came to make a namespace.
  if (await poll(() => !left(), END_MS)) return;
  const pids = [outer, ...seen.values()].filter(runs).map((one) => one.pid);
  throw new HarnessError('CLEANSLATE_SANDBOX_ALIVE', `processes ${pids.join(', ')} do not end`);
}
