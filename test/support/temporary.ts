import { dirSync, type DirResult } from 'tmp';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** A directory that is gone when the test is over, whatever it left in it. */
export function temporaryDirectory(): string {
  const { name, removeCallback } = dirSync({ prefix: 'cleanslate-', unsafeCleanup: true });
  onTestFinished(removeCallback);
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
