import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run histories`: records the stories anew. Apart from the tests, because it writes what they check. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/histories/record.ts'],
    globalSetup: './packages/testkit/src/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
