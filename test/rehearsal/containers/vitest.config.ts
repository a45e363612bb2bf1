import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** These tests are separate because they need a container engine. Run them with `npm run rehearse -- containers`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    include: ['test/rehearsal/containers/*.test.ts'],
    reporters: ['default', './packages/testkit/src/count-reporter.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // The tests tell one story, in which each continues where the one before ended.
    bail: 1,
    fileParallelism: false,
    expect: { poll: { timeout: 120_000, interval: 500 } },
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
