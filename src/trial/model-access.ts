import type { Writable } from 'node:stream';
import type { AttemptStore } from '../evidence/attempt.js';
import type { GatewaySignal } from '../gateway/attempt/spec.js';
import type { OpenAttempt } from '../gateway/attempt/open-attempt.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Provider } from '../gateway/provider.js';
import type { WireRecord } from '../gateway/record/wire.js';
import type { Manifest } from '../protocol/manifest.js';
import type { Door } from '../sandbox/sandbox.js';
import type { Recorder } from '../trace/recorder.js';
import { gatewayEvents } from './gateway-events.js';
import { relayInto, type Relay } from './relay-into.js';
import type { Expected } from './wire-identity.js';
import { WireVerdict } from './wire-verdict.js';

const MS = 1000;

export interface ModelAccessOptions {
  gateway: Gateway;
  provider: Provider;
  /** Environment variable of the agent's own login, where it has one. */
  login: string | undefined;
  limits: Manifest['model_limits'];
  id: string;
  /** Whom the wire is to show. */
  expected: Expected;
  store: AttemptStore;
  recorder: Recorder;
  /** Called once, when the gateway says that the attempt has to end. */
  onSignal(): void;
}

/** One attempt's way to its model: the only thing its sandbox can reach. Everything that passes is kept in wire.jsonl. */
export class ModelAccess {
  #closed: Promise<void> | undefined;
  #relay: Relay | undefined;

  private constructor(
    private readonly attempt: OpenAttempt,
    private readonly wire: Writable,
    readonly verdict: WireVerdict,
    /** What the agent's environment has besides its own: a credential that only it can present. */
    readonly environment: Readonly<Record<string, string>>,
  ) {}

  static async open({ gateway, provider, login, limits, id, expected, store, recorder, onSignal }: ModelAccessOptions): Promise<ModelAccess> {
    const wire = await store.stream('wire.jsonl');
    const verdict = new WireVerdict(expected);
    const attempt = await gateway.open({
      id,
      provider,
      limits: {
        requests: limits.requests,
        tokens: limits.tokens,
        cost_usd: limits.cost_usd,
        consecutive_faults: limits.consecutive_faults,
        fault_ms: limits.fault_seconds * MS,
      },
      wire: async (record: WireRecord) => {
        verdict.take(record);
        for (const event of gatewayEvents(record)) recorder.record(event);
        await write(wire, `${JSON.stringify(record)}\n`);
      },
      signal: (signal: GatewaySignal) => {
        verdict.end(signal);
        onSignal();
      },
    });
    verdict.witness = attempt.witness;
    const variable = provider.inside?.variable ?? login;
    return new ModelAccess(attempt, wire, verdict, provider.inside && variable !== undefined ? { [variable]: provider.inside.value } : {});
  }

  /**
   * Makes the gateway reachable in a session's sandbox, before its agent begins: from this machine into its network namespace
   * where that can be entered, else through a relay beside the agent. What runs in this process needs neither.
   */
  async connect(door: Door, session: number): Promise<void> {
    this.attempt.session = session;
    if (door.take) {
      door.take(this.attempt.socketPath);
      return;
    }
    this.#relay = await relayInto(door, this.attempt);
  }

  /** Ends the relay of a session and everything under way; afterwards every record of it is written. */
  async disconnect(): Promise<void> {
    await this.#relay?.close();
    this.#relay = undefined;
    await this.attempt.rest();
  }

  /** Ends all of it. May be called twice. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.disconnect();
    await this.attempt.close();
    this.verdict.spent = this.attempt.spent;
    await new Promise<void>((resolve) => { this.wire.end(resolve); });
  }
}

/** Writes with the disk's backpressure; a stream that broke is told of when the evidence is sealed. */
async function write(to: Writable, text: string): Promise<void> {
  if (to.destroyed) return;
  await new Promise<void>((resolve) => { to.write(text, () => { resolve(); }); });
}
