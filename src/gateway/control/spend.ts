import type { Usage } from '../dialects/message.js';

/** USD for a million tokens. */
export interface Price {
  input: number;
  output: number;
  /** Input read from a cache; the input price where it is not given. */
  cached?: number | undefined;
  /** Input written to a cache; the input price where it is not given. */
  cache_write?: number | undefined;
}

export interface Caps {
  /** Input and output tokens together. */
  tokens?: number | undefined;
  cost_usd?: number | undefined;
}

/** What was used, of one attempt or of a campaign, against its caps. */
export class Budget {
  #tokens: number;
  #cost: number;

  /** @param spent what earlier runs of the same campaign have used. */
  constructor(
    private readonly caps: Caps,
    spent: { tokens: number; cost_usd: number } = { tokens: 0, cost_usd: 0 },
  ) {
    this.#tokens = spent.tokens;
    this.#cost = spent.cost_usd;
  }

  get spent(): { tokens: number; cost_usd: number } {
    return { tokens: this.#tokens, cost_usd: this.#cost };
  }

  add(tokens: number, cost: number | null): void {
    this.#tokens += tokens;
    this.#cost += cost ?? 0;
  }

  /** Which cap is reached, if one is. */
  reached(): 'tokens' | 'cost' | null {
    if (this.caps.tokens !== undefined && this.#tokens >= this.caps.tokens) return 'tokens';
    return this.caps.cost_usd !== undefined && this.#cost >= this.caps.cost_usd ? 'cost' : null;
  }
}

/** USD for what one reply used. */
export function costOf(usage: Usage, price: Price): number {
  const cached = usage.cached ?? 0;
  const written = usage.cache_write ?? 0;
  const plain = Math.max(0, (usage.input ?? 0) - cached - written);
  const input = plain * price.input + cached * (price.cached ?? price.input) + written * (price.cache_write ?? price.input);
  return (input + (usage.output ?? 0) * price.output) / 1_000_000;
}

/** A guess at tokens where nobody counted: four bytes each, as the providers' own rule of thumb has it. */
export const reckonTokens = (bytes: number): number => Math.ceil(bytes / 4);

/** The price of the first pattern (`*` for any text) that a model's name fits. */
export function priceFor(prices: Readonly<Record<string, Price>>, model: string): Price | null {
  const found = Object.entries(prices).find(([pattern]) => {
    const text = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.*');
    return new RegExp(`^${text}$`).test(model);
  });
  return found ? found[1] : null;
}
