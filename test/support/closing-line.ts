import type { Reporter, TestModule } from 'vitest/node';

/** Prints the line that `make test` ends with: `N passed, N failed, N skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (...wanted: string[]): number => states.filter((state) => wanted.includes(state)).length;
    // A file that does not even load has no tests, and an error outside of a test belongs to none: both are failures.
    const broken = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length;
    const failed = count('failed') + broken + errors.length;
    const line = `${String(count('passed'))} passed, ${String(failed)} failed, ${String(count('skipped', 'pending'))} skipped`;
    // After the default reporter's own summary.
    process.on('exit', () => void process.stdout.write(`\n${line}\n`));
  }
}
