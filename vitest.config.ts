import { defineConfig } from 'vitest/config';
import { LongestFirst } from './packages/testkit/src/longest-first.ts';

/** Tests that stop, kill or freeze nothing outside their own stack. */
const stories = 'test/e2e/{accounts,cases,clients,http,live,mail,webhooks}/**';

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
          include: [`${stories}/*.test.ts`],
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
          include: ['test/**/*.test.ts'],
          exclude: [stories, 'test/browser/**', 'test/rehearsal/containers/**', '**/node_modules/**'],
          ...wholeSystem,
          // A process for each file: what a file leaves under way, such as a call to Temporal that is tried again after its
          // connection was closed, or a worker that does not end in time, is no fault of the next one.
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
