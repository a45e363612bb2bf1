import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// Test processes are ended by a signal, which would lose their compile cache.
afterAll(() => flushCompileCache());
