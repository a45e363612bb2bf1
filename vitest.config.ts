import { defineConfig } from 'vitest/config';
import { LongestFirst } from './packages/testkit/src/longest-first.ts';

/**
 * Tests that stop, kill or freeze servers and processes, or count what is of their whole process, such as metrics. Each
 * file has a process of its own: what it leaves under way is no fault of the next one.
 */
const alone = [
  'test/e2e/reliability/*.test.ts',
  'test/e2e/ops/{database-tls,demo,deploy,local-stack,metrics,tracing}.test.ts',
];

/** Tests with the real servers. */
const wholeSystem = {
  globalSetup: './packages/testkit/src/global-setup.ts',
  // A test waits for what it says will happen, on a busy machine as well as on an idle one.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Much of the time is waiting, for timers and for processes that start.
  maxWorkers: 3,
} as const;

export default defineConfig({
  test: {
    reporters: ['default', './packages/testkit/src/count-reporter.ts'],
    setupFiles: ['./packages/testkit/src/keep-compiled.ts', './test/fixed-seeds.ts'],
    // Node loads the files by itself, as it does in production: no module is mocked, so nothing has to be transformed.
    sequence: { sequencer: LongestFirst },
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{packages,services,workflows}/*/src/**/*.test.ts',
            'deploy/{checks,local}/src/**/*.test.ts',
            'packages/website/web/src/**/*.test.ts',
          ],
          // These files keep no state to share.
          isolate: false,
          // None depends on being fast.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: alone,
          ...wholeSystem,
          // Their stacks come and go within this process, and leave nothing to the next file.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: alone,
          ...wholeSystem,
          isolate: true,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          ...wholeSystem,
          // As above: a process for each file would load the service and Playwright anew.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
