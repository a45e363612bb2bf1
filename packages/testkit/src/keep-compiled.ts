import { flushCompileCache } from 'node:module';
import { afterAll } from 'vitest';

// A process of the tests is ended by a signal, and would take what it has compiled with it.
afterAll(() => flushCompileCache());
