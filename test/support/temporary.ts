import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { dirSync, type DirResult } from 'tmp';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/**
 * A directory that is gone when the test is over, whatever it left in it.
 * @param whenFinished of the test's own context: where tests run side by side, nothing else knows which one asks
 */
export function temporaryDirectory(whenFinished: (callback: () => void) => void = onTestFinished): string {
  const { name, removeCallback } = dirSync({ prefix: 'cleanslate-', unsafeCleanup: true });
  whenFinished(removeCallback);
  return name;
}

/** For a suite: a directory that is there from before its first test until after its last one. */
export function suiteDirectory(): () => string {
  let made: DirResult | undefined;
  beforeAll(() => {
    made = dirSync({ prefix: 'cleanslate-', unsafeCleanup: true });
  });
  // Not as what `beforeAll` returns: that is forgotten where a later one fails.
  afterAll(() => {
    made?.removeCallback();
  });
  return () => made?.name ?? '';
}

/** For a suite whose tests run side by side: a new directory with every call, and all are gone after its last test. */
export function suiteDirectories(): () => string {
  const folder = suiteDirectory();
  return () => mkdtempSync(join(folder(), 'one-'));
}
