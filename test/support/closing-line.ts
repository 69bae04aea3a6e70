import type { Reporter, TestModule } from 'vitest/node';
import { LEFTOVERS } from './test-run.js';

/** Prints the line that `make test` ends with: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (...wanted: string[]): number => states.filter((state) => wanted.includes(state)).length;
    // A file that does not even load has no tests, and an error outside of a test belongs to none: both are failures.
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    const failed = count('failed') + broken + errors.length;
    // After the default reporter's own summary, and after all was looked over for what the tests left.
    process.on('exit', () => {
      const leftovers = process.env[LEFTOVERS] === undefined ? 0 : 1;
      process.stdout.write(`\n${String(count('passed'))} passed, ${String(failed + leftovers)} failed, ${String(count('skipped', 'pending'))} skipped\n`);
    });
  }
}
