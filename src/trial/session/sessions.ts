import { sessionDir } from '../../evidence/layout.js';
import type { AttemptContext } from '../context.js';
import type { Machines } from '../machines.js';
import type { PlannedSession } from '../planned.js';
import { carryOver, type Carried } from '../reset/carry.js';
import { plantCanaries, type PlantedCanary } from '../reset/plant.js';
import { firstSeed } from '../reset/session-seed.js';
import type { Kept, Planned } from '../states.js';
import type { Stopwatch } from '../stopwatch.js';
import { isNoFault } from '../validity.js';
import { beginSession } from './begin.js';
import { keepSession } from './keep.js';
import { runSession } from './run.js';
import type { Surroundings } from './surroundings.js';

/** What is seen of an attempt's sessions while they run. */
export interface SessionObserver {
  /** The first session's state was seen and is as declared. */
  began(initial_state: string): void;
  planted(canaries: readonly PlantedCanary[]): void;
}

export interface SessionRun {
  planned: Planned;
  context: AttemptContext;
  around: Surroundings;
  machines: Machines;
  watch: Stopwatch;
  observer: SessionObserver;
}

/** One session after the other, until all are done or one ended by what its agent is not to blame for. */
export async function runSessions(run: SessionRun): Promise<Kept[]> {
  const { planned, around, machines, watch } = run;
  const { store, services } = around;
  const { sessions, seed } = planned.trial;
  const first = firstSeed(seed);
  let given: Carried = { seed: first, carried: [], cleared: [], undeclared: [] };
  const done: Kept[] = [];
  for (const [index, plan] of sessions.entries()) {
    const session = index + 1;
    await watch.time('seed', async () => services?.begin(session, plan));
    const sandbox = await machines.next();
    const seeded = await watch.time('seed', () => beginSession(planned, { session, plan, given, sandbox }, store));
    if (session === 1) run.observer.began(seeded.initial_state);
    const ran = await watch.time('agent', () => runSession(seeded, around));
    const keeping = await watch.time('capture', () => keepSession(ran, around));
    const kept = { ...keeping, ...(await endServices(keeping, around)) };
    done.push(kept);
    const next = mayGoOn(kept, around) ? sessions[index + 1] : undefined;
    if (next) given = await watch.time('capture', () => carryOver({ ...kept, adapter: kept.trial.adapter }, next, sessionDir(session + 1), first, around));
    if (next) await watch.time('capture', async () => services?.carry(next, session + 1));
    leave(run, kept, next);
    if (!next) break;
  }
  return done;
}

/** What runs beside the agent ends after it. That a service was lost is no fault of the agent's. */
async function endServices({ signals }: Kept, { services }: Surroundings): Promise<Pick<Kept, 'signals' | 'services'>> {
  const ended = await services?.end();
  return { signals: [...signals, ...(ended?.signals ?? [])], ...(ended && { services: ended.kept }) };
}

/** The machine goes, with canaries in all that the next session is not given; nobody waits for that before the end. */
function leave({ planned, context, machines, observer, around }: SessionRun, { sandbox, after, session, exit }: Kept, next: PlannedSession | undefined): void {
  const { trial } = planned;
  around.services?.leave(next?.resets ?? null, attemptName(planned, context), observer);
  if (!after || exit.reason === 'sandbox-lost' || trial.adapter.outside !== undefined) {
    // A model without an agent has no state to leave anything in; and what is lost is being removed by somebody else, whom a new file would stop.
    machines.remove();
    return;
  }
  const ended = { sandbox, after, adapter: trial.adapter, attempt: attemptName(planned, context), session };
  machines.remove(async () => { observer.planted(await plantCanaries(ended, next?.resets ?? null)); });
}

/** What canaries and the errors about them call an attempt. */
export const attemptName = ({ trial, attempt }: Planned, { campaign }: Pick<AttemptContext, 'campaign'>): string => `${campaign}/${trial.id}/attempt-${String(attempt)}`;

const mayGoOn = ({ exit, signals }: Kept, { model }: Surroundings): boolean =>
  (exit.reason === 'exit' || exit.reason === 'deadline') && signals.every(isNoFault) && model?.verdict.isLost !== true;
