import type { Fault, WireRecord } from '../record/wire.js';
import type { Provider } from '../provider.js';

export interface AttemptLimits {
  /** Requests of any kind; an agent that loops is ended here. */
  requests: number;
  /** Input and output tokens together. */
  tokens?: number | undefined;
  cost_usd?: number | undefined;
  /** Provider faults in a row. */
  consecutive_faults: number;
  /** Ms without a good reply after a fault, or without a byte. */
  fault_ms: number;
  /** Bytes of one request body. */
  body_bytes: number;
}

export const DEFAULT_LIMITS: AttemptLimits = {
  requests: 1000, consecutive_faults: 10, fault_ms: 180_000, body_bytes: 64 * 1024 * 1024,
};

export const SIGNAL_KINDS = [
  'consecutive-faults', 'fault-time', 'request-cap', 'token-cap', 'cost-cap', 'campaign-token-cap', 'campaign-cost-cap', 'replay-miss', 'harness',
] as const;

/** Something that should end the attempt. Each kind is said once for an attempt. */
export interface GatewaySignal {
  kind: (typeof SIGNAL_KINDS)[number];
  /** ISO 8601, UTC, ms. */
  time: string;
  message: string;
  fault: Fault | null;
}

/** What an attempt needs to be served. */
export interface AttemptSpec {
  id: string;
  /** The session that begins, from 1. */
  session?: number;
  provider: Provider;
  /** Gets every record, one after the other; the next one waits for it. */
  wire(record: WireRecord): void | Promise<void>;
  signal(signal: GatewaySignal): void;
  limits?: Partial<AttemptLimits>;
}
