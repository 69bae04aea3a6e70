import type { Writable } from 'node:stream';
import type { Signal } from '../../agents/adapter.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import { Exchanges } from '../../gateway/services/exchanges.js';
import type { WholeReset } from '../../protocol/resets.js';
import type { Door } from '../../sandbox/sandbox.js';
import type { Recorder } from '../../trace/recorder.js';
import type { AttemptContext } from '../context.js';
import type { PlannedSession } from '../planned.js';
import type { SessionSeed } from '../reset/session-seed.js';
import type { SessionObserver } from '../session/sessions.js';
import type { Planned } from '../states.js';
import { serviceEvents } from './events.js';
import { AttendedService, type KeptService } from './service-session.js';

export type { KeptService } from './service-session.js';

/** services.jsonl: everything that passed between an attempt's agent and its services. */
export const SERVICES_FILE = 'services.jsonl';

/** All services of an attempt. */
export class Services {
  private constructor(
    private readonly all: readonly AttendedService[],
    private readonly out: Writable,
  ) {}

  /** Undefined for a trial that has none. */
  static async open(planned: Planned, context: AttemptContext, { store, recorder }: { store: AttemptStore; recorder: Recorder }): Promise<Services | undefined> {
    const { services } = planned.trial;
    if (services.length === 0) return undefined;
    const out = await store.stream(SERVICES_FILE);
    const asked = new Set<number>();
    const exchanges = new Exchanges({
      clock: context.clock,
      record: (record) => {
        if (!out.writableEnded) out.write(`${context.scrubber.text(JSON.stringify(record))}\n`);
        if (record.type === 'request' && record.by === 'harness') asked.add(record.exchange);
        if (!asked.has(record.exchange)) for (const event of serviceEvents(record)) recorder.record(event);
      },
    });
    return new Services(services.map((service) => new AttendedService(service, { planned, context, store, exchanges })), out);
  }

  /** What they begin their next session with, by name, where that is not nothing. */
  give(seeds: ReadonlyMap<string, SessionSeed>): void {
    for (const service of this.all) service.give(seeds.get(service.name));
  }

  /** Starts all of them for a session. */
  async begin(session: number, plan: PlannedSession): Promise<void> {
    for (const service of this.all) await service.begin(session, plan);
  }

  async connect(door: Door): Promise<void> {
    for (const service of this.all) await service.connect(door);
  }

  async disconnect(): Promise<void> {
    await Promise.all(this.all.map((service) => service.disconnect()));
  }

  /** Ends all of them, and keeps what they left. */
  async end(): Promise<{ kept: KeptService[]; signals: Signal[] }> {
    const ended = await Promise.all(this.all.map((service) => service.end()));
    return { kept: ended.map(({ kept }) => kept), signals: ended.flatMap(({ signals }) => signals) };
  }

  async carry(next: PlannedSession, session: number): Promise<void> {
    for (const service of this.all) await service.carry(next, session);
  }

  leave(next: WholeReset | null, attempt: string, observer: Pick<SessionObserver, 'planted'>): void {
    for (const service of this.all) service.leave(next, attempt, observer);
  }

  /** Every record of it is on its way to the disk, and no other will come. */
  async written(): Promise<void> {
    if (!this.out.writableEnded) await new Promise<void>((resolve) => { this.out.end(resolve); });
  }

  /** Removes what is left. May be called twice. Rejects where a container could not be removed. */
  async close(): Promise<void> {
    const closed = await Promise.allSettled(this.all.map((service) => service.close()));
    await this.written();
    const failed = closed.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
