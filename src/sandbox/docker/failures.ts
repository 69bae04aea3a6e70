import { CleanslateError, HarnessError, messageOf } from '../../common/errors.js';

/** What dockerode throws: a status where the engine answered, a code where the connection failed. */
interface EngineFailure {
  statusCode?: number;
  code?: string;
  name?: string;
  json?: { message?: string } | null;
}

const failureOf = (error: unknown): EngineFailure => (typeof error === 'object' && error !== null ? error : {});

/** The HTTP status of an engine's refusal; undefined if it was none. */
export const statusOf = (error: unknown): number | undefined => failureOf(error).statusCode;

/** The engine's own words, without the HTTP around them. */
export function wordsOf(error: unknown): string {
  const words = failureOf(error).json?.message ?? messageOf(error);
  return words.replace(/^\(HTTP code \d+\) .*? - /, '').trim().replaceAll(/\s*\n\s*/g, ' ');
}

/** Connection refused, reset, cut, or silent for too long: the engine, or the way to it, is gone. */
export const isLost = (error: unknown): boolean => statusOf(error) === undefined;

/** `doing` completes the sentence "the engine … while `doing`". Errors of ours pass through. */
export function translate(error: unknown, doing: string): CleanslateError {
  if (error instanceof CleanslateError) return error;
  if (isLost(error)) return engineLost(doing, error);
  const status = statusOf(error);
  const details = { cause: error };
  if (status === 404) return new HarnessError('CLEANSLATE_SANDBOX_LOST', `the sandbox was removed by somebody else while ${doing} (${wordsOf(error)})`, details);
  return new HarnessError('CLEANSLATE_ENGINE_REFUSED', `the engine refused ${doing}: ${wordsOf(error)}`, details);
}

export function engineLost(doing: string, cause: unknown): HarnessError {
  const timedOut = ['TimeoutError', 'AbortError'].includes(failureOf(cause).name ?? '');
  const why = timedOut ? 'it does not answer' : wordsOf(cause);
  return new HarnessError('CLEANSLATE_ENGINE_LOST', `the container engine was lost while ${doing}: ${why}`, {
    cause,
    hint: '`cleanslate doctor` says which engines answer',
  });
}

/** Why a container could not be made; each has a cure of its own. */
export function creationFailure(error: unknown, image: string): CleanslateError {
  const words = wordsOf(error);
  const details = { cause: error };
  if (statusOf(error) === 404 || /no such image/i.test(words)) return imageMissing(image, error);
  if (statusOf(error) === 409) return new HarnessError('CLEANSLATE_NAME_CONFLICT', `the engine refused the container's name: ${words}`, details);
  if (statusOf(error) !== undefined && LIMITS.test(words)) return limitsRefused(words, error);
  return translate(error, `creating a sandbox from ${image}`);
}

export const imageMissing = (image: string, cause: unknown): HarnessError =>
  new HarnessError('CLEANSLATE_IMAGE_MISSING', `the engine has no image ${image}`, {
    cause,
    hint: 'build it with `make image` or `cleanslate images build`',
  });

const LIMITS = /\b(cpus?|memory|pids|swap|resource|limit)\b/i;

export const limitsRefused = (words: string, cause?: unknown): HarnessError =>
  new HarnessError('CLEANSLATE_LIMITS_REFUSED', `the engine cannot apply the limits asked for: ${words}`, {
    cause,
    hint: 'lower `limits` in the manifest, or use a machine that has them',
  });
