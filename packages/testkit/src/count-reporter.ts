import type { Reporter, TestModule } from 'vitest/node';

/**
 * Makes the last line of a run one that a script can read: `12 passed, 0 failed`. Before it stand the tests that passed
 * at their second try alone: each of them is a fault that is to be looked for, in the test or in what it tests.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: 'passed' | 'failed') => tests.filter((test) => test.result().state === state).length;
    // A file that does not load has no tests, and an error outside of any test belongs to none: both are failures.
    const failedFiles = modules.flatMap((module) => module.errors()).length;
    const failed = count('failed') + failedFiles + unhandledErrors.length;
    const flaky = tests
      .filter((test) => test.diagnostic()?.flaky)
      .map(({ fullName, module }) => `${module.relativeModuleId}: ${fullName}`);
    // The other reporters print last lines of their own when this hook is through.
    process.once('exit', () => {
      if (flaky.length > 0) console.log(`passed at the second try alone:\n${flaky.join('\n')}`);
      console.log(`${count('passed')} passed, ${failed} failed`);
    });
  }
}
