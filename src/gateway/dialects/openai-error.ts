import type { Json } from './json.js';

/** The error body of both OpenAI dialects. */
export const openAiError = (status: number, code: string, message: string): Json => ({
  error: { message, type: typeFor(status), param: null, code },
});

function typeFor(status: number): string {
  if (status === 429) return 'rate_limit_error';
  if (status === 401) return 'authentication_error';
  if (status === 403) return 'permission_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
