import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// Vitest ends test processes with a signal, and they would then lose their compile cache.
afterAll(() => flushCompileCache());
