import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * `npm run histories` records the stories that have no history yet. It is separate from the tests, because it writes
 * what they check.
 */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/histories/record.ts'],
    globalSetup: './packages/testkit/src/global-setup.ts',
    expect: { poll: { timeout: 60_000 } },
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
