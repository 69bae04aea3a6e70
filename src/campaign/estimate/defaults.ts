/**
 * What a trial takes where no earlier campaign was measured. Declared, not known: seen on recorded runs of coding agents on
 * the built-in scenarios (about six requests of eleven thousand tokens each), and rounded up.
 */
export const DECLARED = {
  /** Requests of an agent for one prompt. */
  requests: 8,
  /** Tokens of a CLI's own instructions and tools, in each request. */
  overhead_tokens: 12_000,
  /** Tokens that it writes for one prompt: tool calls, and the answer. */
  output_tokens: 1_000,
  /** Characters for one token, the providers' own rule of thumb. */
  characters_per_token: 4,
  /** Seconds of one prompt, by what runs. */
  seconds: { control: 1, program: 30, scripted: 10, model: 90 },
  /** A preflight is one question about one file. */
  preflight_requests: 3,
} as const;
