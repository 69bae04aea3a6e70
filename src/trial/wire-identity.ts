import type { Signal } from '../agents/adapter.js';
import { sameModel } from '../agents/findings.js';
import { sign } from '../agents/signals.js';

/** Who is to ask, and who is to answer. */
export interface Expected {
  /** The model's label; null: the agent's own default, which may be any. */
  model: string | null;
  /** The agent's pinned version. */
  version: string;
  /** Finds the version in the user-agent of the agent's requests (AgentAdapter.userAgent). */
  userAgent?: RegExp | undefined;
}

/** No configuration says who it has to be. */
export const ANYBODY: Expected = { model: null, version: '' };

/** Whether the product and the model seen on the wire are those that the configuration names. Gaps prove nothing: not everybody names himself. */
export class WireIdentity {
  readonly #versions = new Set<string>();
  readonly #models = new Set<string>();

  constructor(private readonly expected: Expected) {}

  /** A request of the conversation. */
  asked(userAgent: string | undefined): void {
    const version = this.expected.userAgent?.exec(userAgent ?? '')?.[1];
    if (version !== undefined) this.#versions.add(version);
  }

  /** A reply in the conversation, and the model that it says it is from. */
  answered(model: string | null): void {
    if (model !== null) this.#models.add(model);
  }

  /** Models that answered, sorted. */
  get models(): string[] {
    return [...this.#models].sort();
  }

  /** A second model for chores is not the wrong one, as long as the one that was asked for answers too. */
  signals(): Signal[] {
    const { model, version } = this.expected;
    const others = [...this.#versions].filter((seen) => seen !== version);
    const { models } = this;
    return [
      ...(others.length > 0 ? [sign('version-mismatch', `its requests say ${others.join(', ')}, pinned is ${version}`)] : []),
      ...(models.length > 0 && !models.some((seen) => sameModel(model, seen)) ? [sign('model-mismatch', `asked for ${String(model)}, answered by ${models.join(', ')}`)] : []),
    ];
  }
}
