import { defineConfig } from 'vitest/config';
import { SpreadJourneys } from './packages/testkit/src/spread-journeys.ts';

/** Tests that read or change what a whole process shares: its metrics and its tracing. Each runs in its own process. */
const alone = ['test/e2e/reliability/reconciler.test.ts', 'test/e2e/ops/{metrics,tracing}.test.ts'];

/** Settings for tests against the real servers. */
const wholeSystem = {
  globalSetup: './packages/testkit/src/global-setup.ts',
  // The timeouts are long, so that tests also pass on a busy machine.
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Tests spend much of their time waiting for timers and for processes to start.
  maxWorkers: 4,
} as const;

export default defineConfig({
  test: {
    reporters: ['default', './packages/testkit/src/count-reporter.ts'],
    setupFiles: ['./packages/testkit/src/keep-compiled.ts', './test/fixed-seeds.ts'],
    // Node loads the files itself, as in production. No module is mocked, so Vite doesn't have to transform anything.
    sequence: { sequencer: SpreadJourneys },
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
          // These files have no module state that could leak into other files.
          isolate: false,
          // No test depends on speed.
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
          include: ['test/{e2e,browser}/**/*.test.ts'],
          exclude: alone,
          ...wholeSystem,
          // Each file stops the stacks that it starts, and leaves nothing behind for the next one.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          ...wholeSystem,
          isolate: true,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
