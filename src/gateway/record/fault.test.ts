import { expect, test } from 'vitest';
import { faultOf, retryAfter, type Ending } from './fault.js';

const good: Ending = { status: 200, contentType: 'application/json', headers: {}, error: null, text: '', malformed: false, complete: true, broken: false, aborted: false, bytes: 10 };

test.each<[string, Partial<Ending>, string | null]>([
  ['a good reply', {}, null],
  ['an agent that hangs up after the end', { aborted: true }, null],
  ['429', { status: 429 }, 'rate-limit'],
  ['429 because the money is gone', { status: 429, error: { code: 'insufficient_quota', message: '' } }, 'quota'],
  ['429 of a subscription', { status: 429, error: { code: 'usage_limit_reached', message: '' } }, 'quota'],
  ['429 of Gemini because the money is gone', { status: 429, error: { code: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota, please check your plan and billing details.' } }, 'quota'],
  ['429 of Gemini because of the pace', { status: 429, error: { code: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted (e.g. check quota).' } }, 'rate-limit'],
  ['400 of Anthropic because the money is gone', { status: 400, error: { code: 'invalid_request_error', message: 'Your credit balance is too low to access the Anthropic API.' } }, 'quota'],
  ['402', { status: 402 }, 'quota'],
  ['401', { status: 401 }, 'credentials'],
  ['403', { status: 403, error: { code: 'permission_error', message: '' } }, 'credentials'],
  ['400 of Gemini for a bad key', { status: 400, error: { code: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' } }, 'credentials'],
  ['404', { status: 404, error: { code: 'model_not_found', message: '' } }, 'unknown-model'],
  ['400 because the prompt is too long', { status: 400, error: { code: 'invalid_request_error', message: 'prompt is too long: 210000 tokens' } }, 'context-length'],
  ['400', { status: 400, error: { code: 'invalid_request_error', message: 'x' } }, 'bad-request'],
  ['500', { status: 500 }, 'server-error'],
  ['503', { status: 503, error: { code: 'api_error', message: '' } }, 'overloaded'],
  ['529', { status: 529 }, 'overloaded'],
  ['504', { status: 504 }, 'timeout'],
  ['302', { status: 302 }, 'refused'],
  ['an error in a stream', { error: { code: 'overloaded_error', message: '' } }, 'overloaded'],
  ['an unknown error in a stream', { error: { code: 'strange', message: '' } }, 'server-error'],
  ['a web page', { contentType: 'text/html', malformed: true }, 'html'],
  ['a web page that says it is JSON', { text: ' <!DOCTYPE html>', malformed: true }, 'html'],
  ['no JSON', { malformed: true }, 'invalid-json'],
  ['an unfinished stream', { complete: false }, 'cut-stream'],
  ['a broken connection', { complete: false, broken: true }, 'cut-stream'],
  ['an agent that leaves early', { aborted: true, complete: false }, 'client-abort'],
  ['an agent that leaves before anything came', { aborted: true, complete: false, bytes: 0 }, 'hang'],
])('%s', (_, ending, kind) => {
  expect(faultOf({ ...good, ...ending })?.kind ?? null).toBe(kind);
});

test.each<[Record<string, string>, number | null]>([
  [{}, null], [{ 'retry-after': '2' }, 2000], [{ 'retry-after': '0.5' }, 500], [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:10 GMT' }, 9000],
  [{ 'retry-after': 'soon' }, null], [{ 'retry-after-ms': '1500', 'retry-after': '2' }, 1500], [{ 'retry-after': '' }, null], [{ 'retry-after': '-3' }, 0],
])('retry-after %j is %s ms', (headers, ms) => {
  expect(retryAfter(headers, () => 1000)).toBe(ms);
});
