import { join } from 'node:path';
import type { Clock } from '../common/clock.js';
import { ownedDirectory } from '../common/owned-directory.js';
import { OpenAttempt } from './attempt/open-attempt.js';
import type { AttemptSpec } from './attempt/spec.js';
import { AttemptState, type Shared } from './attempt/state.js';
import { Budget, type Caps } from './control/spend.js';
import { Scrubber, type Secret } from './redact/scrubber.js';

export interface GatewayOptions {
  clock: Clock;
  /** Values that may be recorded nowhere. Those of the providers come on top, and reach no agent either. */
  secrets?: readonly Secret[];
  /** Caps of the whole campaign, and what its earlier runs have used of them. */
  caps?: Caps;
  spent?: { tokens: number; cost_usd: number };
}

/** The one thing that an agent's sandbox can reach: it speaks for the model, keeps the credentials, and records everything. */
export class Gateway {
  readonly #open = new Set<OpenAttempt>();
  readonly #campaign: Budget;
  #count = 0;

  private constructor(
    private readonly options: GatewayOptions,
    /** Sockets live here; nobody else can enter. */
    private readonly directory: string,
    private readonly remove: () => void,
  ) {
    this.#campaign = new Budget(options.caps ?? {}, options.spent);
  }

  /** @throws UserError for a secret that is too short. */
  static async start(options: GatewayOptions): Promise<Gateway> {
    new Scrubber(options.secrets ?? []);
    const { path, remove } = ownedDirectory('gw');
    return new Gateway(options, path, remove);
  }

  /** Opens an attempt's own way in. @throws HarnessError where no socket can be made, UserError for a secret that is too short. */
  async open(spec: AttemptSpec): Promise<OpenAttempt> {
    const secrets = [...(this.options.secrets ?? []), ...spec.provider.secrets];
    const shared: Shared = { clock: this.options.clock, secrets: spec.provider.secrets, scrubber: new Scrubber(secrets), campaign: this.#campaign };
    this.#count += 1;
    const attempt: OpenAttempt = new OpenAttempt(new AttemptState(spec, shared), join(this.directory, `${String(this.#count)}.sock`), () => {
      this.#open.delete(attempt);
    });
    await attempt.listen();
    this.#open.add(attempt);
    return attempt;
  }

  /** What the campaign has used so far, earlier runs included. */
  get spent(): { tokens: number; cost_usd: number } {
    return this.#campaign.spent;
  }

  /** Closes every attempt and removes the sockets. Providers belong to whoever opened them. */
  async close(): Promise<void> {
    await Promise.all([...this.#open].map((attempt) => attempt.close()));
    this.remove();
  }
}
