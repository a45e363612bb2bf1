/** `npm run demo`: plays cases through the public API, on the running stack or on one that it starts. */
import { readConfigOrExit } from '@evict/config';
import { CannotStart } from '../cannot-start.ts';
import { stackSettings } from '../settings.ts';
import { withStack } from '../with-stack.ts';
import { runDemo } from './run-demo.ts';

// A stack that the demo starts has live mode, unless the environment turns it off.
const env = { LIVE_MODE: 'on', ...process.env };
const settings = readConfigOrExit(env, stackSettings);
const startedAt = performance.now();
console.log('Looking for the stack, or starting one ...');
try {
  const passed = await withStack({ settings, env, report: console.log }, async (links) => {
    console.log(`The API is at ${links.api} after ${seconds()} s.`);
    return runDemo(links, env, console.log);
  });
  console.log(
    `${passed ? 'Every case that was played' : 'NOT every case'} reached its expected end; ${seconds()} s in all.`,
  );
  process.exitCode = passed ? 0 : 1;
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

function seconds(): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}
