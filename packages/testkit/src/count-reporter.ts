import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 10;

/** Prints the slowest files, and then a last line that scripts can parse: `12 passed, 0 failed`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: 'passed' | 'failed') => tests.filter((test) => test.result().state === state).length;
    // A file that fails to load has no tests, and an error outside a test belongs to none. Both count as failures.
    const failedFiles = modules.flatMap((module) => module.errors()).length;
    const failed = count('failed') + failedFiles + unhandledErrors.length;
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, seconds: secondsOf(module) }))
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST);
    // After this hook the other reporters print their own lines.
    process.once('exit', () => {
      console.log('The slowest files:');
      for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
      console.log(`${count('passed')} passed, ${failed} failed`);
    });
  }
}

/** Returns a file's duration in seconds, including the time to load its modules. */
function secondsOf(module: TestModule): number {
  const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
  return (duration + collectDuration + setupDuration + prepareDuration) / 1000;
}
