import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// A test process is ended by a signal, which would lose its compile cache.
afterAll(() => flushCompileCache());
