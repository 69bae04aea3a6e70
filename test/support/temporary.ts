import { dirSync } from 'tmp';
import { onTestFinished } from 'vitest';

/** A directory that is gone when the test is over, whatever it left in it. */
export function temporaryDirectory(): string {
  const { name, removeCallback } = dirSync({ prefix: 'cleanslate-', unsafeCleanup: true });
  onTestFinished(removeCallback);
  return name;
}
