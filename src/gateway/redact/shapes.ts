/**
 * What credentials look like, for those that nobody told us of: a key in a file that the agent read, or one that a model made up.
 * Shapes are the providers' published prefixes; each needs enough characters after it that prose does not match. None begins inside a word, but after
 * `\n` as JSON writes a line break.
 */
export const SHAPES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['anthropic-key', /(?<!(?<!\\)\w)sk-ant-[A-Za-z0-9_-]{16,}/g],
  ['openai-key', /(?<!(?<!\\)\w)sk-(?!ant-)(?:proj-|svcacct-|admin-|or-v1-|or-)?[A-Za-z0-9_-]{20,}/g],
  ['google-key', /(?<!(?<!\\)\w)AIza[A-Za-z0-9_-]{35}/g],
  ['google-token', /(?<!(?<!\\)\w)ya29\.[A-Za-z0-9_-]{20,}/g],
  ['github-token', /(?<!(?<!\\)\w)(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/g],
  ['gitlab-token', /(?<!(?<!\\)\w)glpat-[A-Za-z0-9_-]{20,}/g],
  ['slack-token', /(?<!(?<!\\)\w)xox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ['aws-key', /(?<!(?<!\\)\w)(?:AKIA|ASIA)[A-Z0-9]{16}\b/g],
  ['huggingface-token', /(?<!(?<!\\)\w)hf_[A-Za-z0-9]{30,}/g],
  ['npm-token', /(?<!(?<!\\)\w)npm_[A-Za-z0-9]{36}/g],
  ['provider-key', /(?<!(?<!\\)\w)(?:gsk_|xai-|pplx-)[A-Za-z0-9]{32,}/g],
  ['stripe-key', /(?<!(?<!\\)\w)[rs]k_(?:live|test)_[A-Za-z0-9]{20,}/g],
  ['jwt', /(?<!(?<!\\)\w)eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g],
  ['private-key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]*?(?:-----END (?:[A-Z]+ )?PRIVATE KEY-----|$)/g],
];

/** What every shape begins with: text without it is not looked at further. */
export const MAY_HOLD_ONE = /sk-|AIza|ya29\.|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|hf_|npm_|gsk_|xai-|pplx-|[rs]k_(?:live|test)_|eyJ|-----BEGIN/;
