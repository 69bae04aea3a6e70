import { dirSync } from 'tmp';
import { beforeAll, onTestFinished } from 'vitest';

/** A directory that is gone when the test is over, whatever it left in it. */
export function temporaryDirectory(): string {
  const { name, removeCallback } = dirSync({ prefix: 'cleanslate-', unsafeCleanup: true });
  onTestFinished(removeCallback);
  return name;
}

/** For a suite: a directory that is there from before its first test until after its last one. */
export function suiteDirectory(): () => string {
  let name = '';
  beforeAll(() => {
    const made = dirSync({ prefix: 'cleanslate-', unsafeCleanup: true });
    name = made.name;
    return () => {
      made.removeCallback();
    };
  });
  return () => name;
}
