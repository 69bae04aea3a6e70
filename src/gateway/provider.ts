import type { Pace } from './control/pace.js';
import type { Price } from './control/spend.js';
import type { Secret } from './redact/scrubber.js';
import type { Upstream } from './upstream.js';

/** Everything of one provider that the attempts of a campaign share. */
export interface Provider {
  name: string;
  upstream: Upstream;
  pace: Pace;
  /** By model pattern (`*` for any text); the first that fits. */
  prices: Readonly<Record<string, Price>>;
  /** A credential that goes into the sandbox, for products that present it to their own backend; declared in the manifest. `variable`: where the manifest names it. */
  inside?: { value: string; variable: string | undefined };
  /** Credentials: never to be recorded; but for `inside`, never to reach an agent. */
  secrets: readonly Secret[];
}
