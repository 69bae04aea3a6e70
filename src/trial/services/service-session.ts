import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import type { AgentAdapter, Signal } from '../../agents/adapter.js';
import { HarnessError } from '../../common/errors.js';
import type { Inventory } from '../../common/inventory.js';
import type { AttemptStore } from '../../evidence/attempt.js';
import { serviceDir } from '../../evidence/layout.js';
import type { Exchanges } from '../../gateway/services/exchanges.js';
import { ServiceListener } from '../../gateway/services/listener.js';
import type { WholeReset } from '../../protocol/resets.js';
import { HOME } from '../../sandbox/layout.js';
import type { Door, Sandbox } from '../../sandbox/sandbox.js';
import type { AttemptContext } from '../context.js';
import type { PlannedService, PlannedSession } from '../planned.js';
import { relayInto, type Relay } from '../relay-into.js';
import { carryOver, type Carried } from '../reset/carry.js';
import { plantCanaries } from '../reset/plant.js';
import { firstSeed, type SessionSeed } from '../reset/session-seed.js';
import { seedAndProve } from '../session/begin.js';
import { keepFiles } from '../session/keep.js';
import type { SessionObserver } from '../session/sessions.js';
import { keep } from '../session/turn.js';
import type { Planned } from '../states.js';
import { startService, type ServiceRunner } from './runner.js';

/** What a service left behind in a session. */
export interface KeptService {
  name: string;
  /** Files of its declared state that are new or changed, sorted. */
  written: readonly string[];
  /** New or changed, and in no path of its `state`: never carried. */
  undeclared: readonly string[];
}

export interface ServiceParts {
  planned: Planned;
  context: AttemptContext;
  store: AttemptStore;
  exchanges: Exchanges;
}

/** One service of an attempt, over all of its sessions: a new container in each. */
export class AttendedService {
  readonly #adapter: Pick<AgentAdapter, 'state'>;
  /** What its first session begins with. */
  #first: SessionSeed | undefined;
  #given: Carried | undefined;
  #now: { session: number; sandbox: Sandbox; initial: Inventory; runner?: ServiceRunner; listener?: ServiceListener; relay?: Relay } | undefined;
  #after: Inventory | undefined;
  #runs = 0;
  readonly #kept: Promise<void>[] = [];
  readonly #removals: Promise<void>[] = [];

  constructor(private readonly service: PlannedService, private readonly parts: ServiceParts) {
    this.#adapter = { state: service.state.map((pattern) => ({ pattern, class: 'service' })) };
  }

  get name(): string {
    return this.service.name;
  }

  /** It begins with this, which `carry` had decided in another run of the attempt. */
  give(seed: SessionSeed | undefined): void {
    if (seed) this.#given = { seed, carried: [], cleared: [], undeclared: [] };
  }

  /** Gives it a container with what it may know, proves that, and starts it there. @throws HarnessError CLEANSLATE_RESET, CLEANSLATE_SERVICE */
  async begin(session: number, plan: PlannedSession): Promise<void> {
    const { context, planned, store, exchanges } = this.parts;
    const { name, image } = this.service;
    const { provider, images } = context.services ?? {};
    const built = images?.get(image);
    if (!provider || !built) throw new HarnessError('CLEANSLATE_SERVICE', `service \`${name}\`: image ${image} is not there`);
    this.#first ??= await this.#emptySeed();
    this.#given ??= { seed: this.#first, carried: [], cleared: [], undeclared: [] };
    const { limits, id } = planned.trial;
    const sandbox = await provider.create({ image: built.reference, limits, purpose: { campaign: context.campaign, trial: id, attempt: planned.attempt } });
    this.#now = { session, sandbox, initial: { strategy: 'walk', entries: [] } };
    const { initial } = await seedAndProve({ session, plan: { resets: plan.resets, conversation: 'new' }, given: this.#given, sandbox, folder: serviceDir(session, name), adapter: this.#adapter, allowed: [], what: `service \`${name}\` in ` }, store);
    const common = { session, service: name };
    const runner = await startService({
      service: this.service,
      sandbox,
      keepError: (stderr) => { this.#keepError(session, stderr); },
      ask: (method, url, body) => exchanges.begin({ ...common, by: 'harness' }, { method, url }, body),
    });
    const listener = new ServiceListener((request, response) => runner.answer(request, response, (body) => exchanges.begin({ ...common, by: 'agent' }, request, body)));
    await listener.listen();
    this.#now = { session, sandbox, initial, runner, listener };
  }

  /** Makes it reachable in the agent's sandbox. */
  async connect(door: Door): Promise<void> {
    const now = this.#now;
    if (now?.listener) now.relay = await relayInto(door, now.listener, `127.0.0.1:${String(this.service.port)}`);
  }

  /** Nothing of the agent reaches it any more. */
  async disconnect(): Promise<void> {
    await this.#now?.relay?.close();
    await this.#now?.listener?.rest();
  }

  /** Ends it and keeps what it left. */
  async end(): Promise<{ kept: KeptService; signals: Signal[] }> {
    const { store, context } = this.parts;
    const { name } = this.service;
    const now = this.#now;
    if (!now?.runner || !this.#given) throw new TypeError(`service ${name} has not begun`);
    const { sandbox, initial, runner, listener, session } = now;
    await listener?.close();
    const signals = runner.lost();
    await runner.end();
    await sandbox.kill();
    await Promise.all(this.#kept.splice(0));
    if (signals.length > 0 && !(await sandbox.isThere())) return { kept: { name, written: [], undeclared: [] }, signals };
    const { after, written, undeclared } = await keepFiles({ sandbox, initial, seed: this.#given.seed, folder: `${serviceDir(session, name)}/changes`, roots: { home: HOME }, adapter: this.#adapter, memory: 'service' }, { store, scrubber: context.scrubber });
    this.#after = after;
    return { kept: { name, written, undeclared }, signals };
  }

  /** Decides what of it the next session is given. */
  async carry(next: PlannedSession, session: number): Promise<void> {
    const { store, context } = this.parts;
    if (!this.#now || !this.#after || !this.#first) return;
    const left = { after: this.#after, sandbox: this.#now.sandbox, adapter: this.#adapter };
    this.#given = await carryOver(left, { resets: next.resets }, serviceDir(session, this.service.name), this.#first, { store, scrubber: context.scrubber });
  }

  /** Its container goes, with a canary in what the next session is not given; nobody waits for that before the end. */
  leave(next: WholeReset | null, attempt: string, observer: Pick<SessionObserver, 'planted'>): void {
    const now = this.#now;
    const after = this.#after;
    this.#now = undefined;
    this.#after = undefined;
    if (!now) return;
    const { sandbox, session } = now;
    this.#remove(sandbox, after && (async () => { observer.planted(await plantCanaries({ sandbox, after, adapter: this.#adapter, attempt, session, classes: ['service'] }, next)); }));
  }

  /** Removes all of it. Rejects where a container could not be removed. May be called twice. */
  async close(): Promise<void> {
    const now = this.#now;
    this.#now = undefined;
    if (now) {
      await now.relay?.close();
      await now.listener?.close();
      this.#remove(now.sandbox);
    }
    await Promise.all(this.#removals);
    await Promise.all(this.#kept.splice(0));
  }

  #remove(sandbox: Sandbox, last: () => Promise<void> = () => Promise.resolve()): void {
    const removal = last().finally(() => sandbox.destroy());
    removal.catch(() => undefined);
    this.#removals.push(removal);
  }

  #keepError(session: number, stderr: Readable): void {
    const { store, context } = this.parts;
    this.#runs += 1;
    const name = `${serviceDir(session, this.service.name)}/stderr-${String(this.#runs)}`;
    const kept = store.stream(name).then((to) => keep(stderr, context.scrubber, to)).catch(() => undefined);
    this.#kept.push(kept);
  }

  /** It begins with nothing in its home but what its image has, which is nothing. */
  async #emptySeed(): Promise<SessionSeed> {
    const tar = pack();
    tar.finalize();
    const digest = await this.parts.store.material.put(await buffer(tar as unknown as Readable));
    return firstSeed({ workspace: digest, agent: digest });
  }
}
