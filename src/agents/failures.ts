import type { SignalKind } from './signals.js';

/** Words of CLIs and providers, by what they mean; the first that fits counts. Matched on error texts only, never on what a model wrote. */
const WORDS: readonly (readonly [RegExp, SignalKind])[] = [
  [/context.{0,20}(window|length|too large)|ran out of room|prompt budget|prompt is too long|input.{0,20}too long|maximum context|exceeds the maximum number of tokens/i, 'context-overflow'],
  [/insufficient_quota|quota exceeded|exceeded your (current )?quota|usage limit|billing details|credit balance|payment required|out of credits|insufficient (funds|balance)/i, 'quota'],
  [/rate.?limit|too many requests|resource.?exhausted/i, 'rate-limit'],
  [/missing environment variable|not logged in|api key|unauthorized|unauthenticated|permission denied by provider|invalid.{0,10}(token|credential)|authentication|no auth/i, 'credentials'],
  [/model.{0,60}(not found|does not exist|is not supported|not available)|unknown model|model_not_found/i, 'unknown-model'],
  [/bad request|invalid.?request|invalid argument/i, 'bad-request'],
  [/high demand|at capacity|overloaded|internal server error|service unavailable|bad gateway|gateway time-?out|server had an error|server_error/i, 'provider-outage'],
  [/econnrefused|connection (failed|refused)|enotfound|eai_again|ehostunreach|enetunreach|waiting for network|unable to connect|error sending request|fetch failed|(cannot|could not) connect/i, 'provider-unreachable'],
  [/econnreset|connection reset|stream (disconnected|closed|ended|was cut)|connection (to the api )?was lost|socket hang up|terminated|premature|body.{0,10}(error|timeout)|decoding response body|network error|other side closed|socket connection was closed|aborted|connection closed|closed unexpectedly|incomplete/i, 'cut-stream'],
  [/malformed|invalid json|json.{0,20}(pars|error|invalid)|pars.{0,20}(json|response)|unexpected token|not valid json|in json at position|html|empty response|no response|invalid (stream|response|content)|empty stream|without sending any chunks|failed to parse|content-type/i, 'bad-reply'],
];

/** Longest part of an error's text that is looked at: some carry whole pages. */
const LOOKED_AT = 4000;

/**
 * What an error of a CLI means.
 * @param text the CLI's own words for it
 * @param status the HTTP status where the CLI tells it apart from its words
 */
export function failureKind(text: string, status?: number | null): SignalKind {
  const words = text.slice(0, LOOKED_AT);
  return byStatus(status ?? statusIn(words), words) ?? byWords(words) ?? 'provider-error';
}

/** The HTTP status that an error's text names. */
export function statusIn(text: string): number | null {
  const found = /\b(?:status(?:[ _]?code)?|code|http|error)\W{0,6}([45]\d\d)\b/i.exec(text)?.[1] ?? /\(([45]\d\d)\)/.exec(text)?.[1] ?? /^\s*([45]\d\d)\b/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

const byWords = (text: string): SignalKind | undefined => WORDS.find(([pattern]) => pattern.test(text))?.[1];

function byStatus(status: number | null, text: string): SignalKind | undefined {
  if (status === null || status < 400) return undefined;
  const said = byWords(text);
  if (status === 429) return said === 'quota' ? 'quota' : 'rate-limit';
  if (status === 401 || status === 403) return said === 'quota' ? 'quota' : 'credentials';
  if (status === 402) return 'quota';
  if (status === 404) return 'unknown-model';
  if (status === 408 || status >= 500) return 'provider-outage';
  return status === 413 || said === 'context-overflow' ? 'context-overflow' : said === 'quota' || said === 'unknown-model' ? said : 'bad-request';
}
