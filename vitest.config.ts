import { defineConfig } from 'vitest/config';
import { SpreadFolders } from './packages/testkit/src/spread-folders.ts';

export default defineConfig({
  test: {
    reporters: ['default', './packages/testkit/src/count-reporter.ts'],
    setupFiles: ['./packages/testkit/src/keep-compiled.ts', './test/fixed-seeds.ts'],
    // Node loads the files itself, as in production. No module is mocked, so Vite doesn't have to transform anything.
    sequence: { sequencer: SpreadFolders },
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
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/{e2e,browser}/**/*.test.ts'],
          globalSetup: './packages/testkit/src/global-setup.ts',
          // The timeouts are long, so that tests also pass on a busy machine.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Tests spend much of their time waiting for timers and for processes to start.
          maxWorkers: 4,
          // Each file stops the stacks and the tracing that it starts, and leaves nothing behind for the next one.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
