/**
 * Fetches Temporal and builds the website's pages, unless they exist. The stack and the tests need both. Also prepares
 * the servers that only tests need.
 */
import { readConfigOrExit } from '@evict/config';
import { builtPages } from '@evict/website/build';
import { CannotStart } from './cannot-start.ts';
import { stackSettings } from './settings.ts';
import { temporalProgram } from './temporal-program.ts';
import { seaweedfsProgram, stripeMockProgram } from './test-servers.ts';

const { temporalAddress } = readConfigOrExit(process.env, { temporalAddress: stackSettings.temporalAddress });
// The environment is copied, because building the website changes this process's environment meanwhile.
const env = { ...process.env };
try {
  await Promise.all([
    builtPages(),
    temporalAddress === '' && temporalProgram(env, console.log),
    ...[seaweedfsProgram, stripeMockProgram].map((program) => program(env, console.log).catch(warn)),
  ]);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** The service runs without the servers for tests, and a test that needs one tries again. */
function warn({ message }: Error): void {
  console.warn(`A server for tests is missing: ${message}`);
}
