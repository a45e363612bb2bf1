import type { Reporter, TestModule } from 'vitest/node';

/**
 * Prints a last line that a script can read: `12 passed, 0 failed`. Before it, it lists the tests that passed only on
 * their second attempt: each has a defect, in the test or in what it tests.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: 'passed' | 'failed') => tests.filter((test) => test.result().state === state).length;
    // A file that does not load has no tests, and an error outside of a test belongs to none: both count as failures.
    const failedFiles = modules.flatMap((module) => module.errors()).length;
    const failed = count('failed') + failedFiles + unhandledErrors.length;
    const flaky = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map(({ fullName, module }) => `${module.relativeModuleId}: ${fullName}`);
    // After this hook the other reporters print lines of their own.
    process.once('exit', () => {
      if (flaky.length > 0) console.log(`passed only at the second attempt:\n${flaky.join('\n')}`);
      console.log(`${count('passed')} passed, ${failed} failed`);
    });
  }
}
