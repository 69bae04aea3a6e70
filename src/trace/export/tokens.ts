import type { TraceEvent } from '../events.js';

/** Tokens as some event tells them; what it does not tell is undefined. */
export interface Tokens {
  input: number | undefined;
  output: number | undefined;
  cached: number | undefined;
}

const countIn = (holder: unknown, key: string): number | undefined => {
  const value = (holder as Record<string, unknown> | null | undefined)?.[key];
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;
};

/** Of a `usage` event of an agent's stream. */
export const usageTokens = ({ result }: TraceEvent): Tokens => ({ input: countIn(result, 'input_tokens'), output: countIn(result, 'output_tokens'), cached: countIn(result, 'cached_tokens') });

/** Of a `model.response` event of the gateway. */
export function wireTokens({ result }: TraceEvent): Tokens {
  const { tokens } = (result ?? {}) as { tokens?: unknown };
  return { input: countIn(tokens, 'input'), output: countIn(tokens, 'output'), cached: countIn(tokens, 'cached') };
}

/** What is told, added up; undefined where nothing is. */
export function sumTokens(all: readonly Tokens[]): Tokens {
  const sum = (key: keyof Tokens): number | undefined => {
    const known = all.map((one) => one[key]).filter((value) => value !== undefined);
    return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0);
  };
  return { input: sum('input'), output: sum('output'), cached: sum('cached') };
}
