import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Apart from the tests, because it needs a container engine: `npm run rehearse -- containers`. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    include: ['test/rehearsal/containers/*.test.ts'],
    reporters: ['default', './packages/testkit/src/count-reporter.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // One story: each test goes on where the one before ended.
    bail: 1,
    fileParallelism: false,
    expect: { poll: { timeout: 120_000, interval: 500 } },
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
});
