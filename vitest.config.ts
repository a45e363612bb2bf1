import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './packages/testkit/src/count-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,services,workflows}/*/src/**/*.test.ts', 'deploy/{checks,local}/src/**/*.test.ts'],
          // These files keep no state to share; one process for all of them is eight times as fast.
          isolate: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          globalSetup: './packages/testkit/src/global-setup.ts',
          // A test waits for what it says will happen, on a busy machine as well as on an idle one.
          expect: { poll: { timeout: 60_000 } },
          // Real servers on a machine that is not theirs alone. What needed its second try is named at the end of the run.
          retry: 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
