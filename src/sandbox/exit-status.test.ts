import { expect, test } from 'vitest';
import { signalIn } from './exit-status.js';

test.each([[137, 'SIGKILL'], [143, 'SIGTERM'], [139, 'SIGSEGV'], [134, 'SIGABRT']])('status %i is %s', (status, signal) => {
  expect(signalIn(status)).toBe(signal);
});

test.each([0, 1, 127, 128, 255, null])('status %s is no signal', (status) => {
  expect(signalIn(status)).toBeNull();
});

test.each([400, 401, 402, 403, 404, 429, 500, 503, 529])('HTTP status %i modulo 256 is no signal', (status) => {
  expect(signalIn(status % 256)).toBeNull();
});
