/**
 * What credentials look like, for those that nobody told us of: a key in a file that the agent read, or one that a model made up.
 * Shapes are the providers' published prefixes; each needs enough characters after it that prose does not match.
 */
export const SHAPES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['anthropic-key', /\bsk-ant-[A-Za-z0-9_-]{16,}/g],
  ['openai-key', /\bsk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-|or-)?[A-Za-z0-9_-]{20,}/g],
  ['google-key', /\bAIza[A-Za-z0-9_-]{35}/g],
  ['google-token', /\bya29\.[A-Za-z0-9_-]{20,}/g],
  ['github-token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g],
  ['gitlab-token', /\bglpat-[A-Za-z0-9_-]{20,}/g],
  ['slack-token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ['aws-key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['huggingface-token', /\bhf_[A-Za-z0-9]{30,}/g],
  ['npm-token', /\bnpm_[A-Za-z0-9]{36}/g],
  ['provider-key', /\b(?:gsk_|xai-|pplx-)[A-Za-z0-9]{32,}/g],
  ['stripe-key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{20,}/g],
  ['jwt', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g],
  ['private-key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]*?(?:-----END (?:[A-Z]+ )?PRIVATE KEY-----|$)/g],
];
